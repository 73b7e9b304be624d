import { samplePages } from './sample-pages.js';
import { samplePosts } from './sample-posts.js';
import type { SampleSite } from './site-content.js';

/** What a new site shows: a short tour of Nestpress, so that every kind of content is there to be asked for. */
export const SAMPLE_SITE: SampleSite = {
  categories: [
    { slug: 'guides', name: 'Guides', description: 'How to get something done, step by step.' },
    { slug: 'notes', name: 'Design notes', description: 'Why things are the way they are.' },
  ],
  tags: [
    { slug: 'rest', name: 'REST' },
    { slug: 'database', name: 'Database' },
    { slug: 'caching', name: 'Caching' },
    { slug: 'security', name: 'Security' },
    { slug: 'getting-started', name: 'Getting started' },
  ],
  entries: [...samplePosts, ...samplePages],
};
