import { defineContentType } from '@nestpress/server';

export const sample = defineContentType({
  name: 'sample',
  label: 'Samples',
  labels: { singular_name: 'Sample' },
  restBase: 'samples',
  supports: ['title', 'editor', 'author', 'excerpt', 'thumbnail', 'revisions', 'custom-fields'],
  meta: {
    subtitle: { type: 'string' },
  },
});
