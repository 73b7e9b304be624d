import { DISCUSSION, type EntryFieldMap, META, shown, TEMPLATE, WRITTEN } from '../entries/entry.fields.js';
import { entryResource } from '../entries/entry-resource.js';

export const POST_FORMATS = [
  'standard',
  'aside',
  'chat',
  'gallery',
  'link',
  'image',
  'quote',
  'status',
  'video',
  'audio',
] as const;

const POST_FIELDS: EntryFieldMap = {
  ...WRITTEN,
  ...DISCUSSION,
  sticky: {
    description: 'Whether it stays on top of the front page.',
    type: 'boolean',
    context: shown,
    value: (entry, view) => view.isSticky(entry),
  },
  template: TEMPLATE,
  format: {
    description: 'Kind of content, for its display.',
    type: 'string',
    enum: POST_FORMATS,
    context: shown,
    value: (entry, view) => view.format(entry),
  },
  meta: META,
  categories: {
    description: 'Numbers of its categories.',
    type: 'array',
    items: { type: 'integer' },
    context: shown,
    value: (entry, view) => view.terms(entry, 'category'),
  },
  tags: {
    description: 'Numbers of its tags.',
    type: 'array',
    items: { type: 'integer' },
    context: shown,
    value: (entry, view) => view.terms(entry, 'post_tag'),
  },
};

export const POSTS = entryResource('post', POST_FIELDS);
