import { DISCUSSION, type EntryFieldMap, META, shown, TEMPLATE, WRITTEN } from '../entries/entry.fields.js';
import { entryResource } from '../entries/entry-resource.js';

const PAGE_FIELDS: EntryFieldMap = {
  ...WRITTEN,
  parent: {
    description: 'Number of the page above; 0 at the top.',
    type: 'integer',
    context: shown,
    value: (entry) => entry.parent,
  },
  menu_order: {
    description: 'Place among its neighbours.',
    type: 'integer',
    context: shown,
    value: (entry) => entry.menuOrder,
  },
  ...DISCUSSION,
  template: TEMPLATE,
  meta: META,
};

export const PAGES = entryResource('page', PAGE_FIELDS);
