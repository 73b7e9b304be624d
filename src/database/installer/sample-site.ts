import { samplePosts } from './sample-posts.js';
import type { SampleSite, SampleEntry } from './site-writer.js';

const samplePages: SampleEntry[] = [
  {
    type: 'page',
    status: 'publish',
    slug: 'about',
    title: 'About this site',
    daysAgo: 30,
    content: `This site was made when Nestpress started on an empty database. Everything on it is an ordinary post, page or comment: edit it, or delete it and begin with your own.

Nestpress answers the same requests as the content interface of WordPress, and keeps its data in the same tables. It has no theme and renders no pages of its own. What you put in front of it (a static site generator, a mobile app, a single-page application) decides how things look.`,
  },
  {
    type: 'page',
    status: 'publish',
    slug: 'colophon',
    title: 'Colophon',
    daysAgo: 29,
    parent: 'about',
    menuOrder: 1,
    content: `A page can have a parent; this one lives under <em>About this site</em>, and its address says so.

Built with NestJS, TypeORM and TypeScript. Data rests in MySQL or MariaDB if you name a server, and in a single SQLite file if you do not.`,
  },
];

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
