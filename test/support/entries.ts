import { type Entry } from '../../src/modules/entries/model/entry.js';

/** A published post, with what a test wants to differ. */
export function entry(changes: Partial<Entry> = {}): Entry {
  const date = '2018-03-04 05:06:07';
  return {
    id: 7,
    type: 'post',
    status: 'publish',
    author: 1,
    date,
    dateGmt: date,
    modified: date,
    modifiedGmt: date,
    title: 'Title',
    excerpt: '',
    content: 'Content',
    slug: 'a-post',
    password: '',
    commentStatus: 'open',
    pingStatus: 'open',
    parent: 0,
    menuOrder: 0,
    mimeType: '',
    guid: 'http://site.test/?p=7',
    ...changes,
  };
}
