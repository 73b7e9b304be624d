import { describe, expect, test } from '@jest/globals';
import { entry } from '../../../../test/support/entries.js';
import { ANONYMOUS, Principal } from '../../../access/principal.js';
import { type Entry } from './entry.js';
import { isReadable, mayEdit, parentsAmong, passwordUnlocks } from './readable.js';
import { CORE_MODEL } from '../../../content-model/content-model.js';

const SITE = { model: CORE_MODEL, pageOnFront: 0, pageForPosts: 0, privacyPage: 0, defaultTerms: {} };
const user = (id: number, ...caps: string[]) => new Principal({ ...ANONYMOUS, id, caps: new Set(caps), how: 'basic' });
const AUTHOR = user(1, 'read', 'edit_posts');
const OTHER = user(2, 'read', 'edit_posts');
const EDITOR = user(3, 'read', 'edit_posts', 'edit_others_posts', 'edit_published_posts', 'read_private_posts');

function reads(principal: Principal, judged: Entry, ...others: Entry[]): boolean {
  return isReadable(principal, judged, parentsAmong(new Map(others.map((other) => [other.id, other]))), SITE);
}

describe('who reads what', () => {
  test.each([
    ['publish', true, true, true, true],
    ['draft', false, true, false, true],
    ['pending', false, true, false, true],
    ['private', false, true, false, true],
    ['future', false, true, false, true],
    ['trash', false, true, false, true],
  ])('%s: anonymous %s, its author %s, another author %s, an editor %s', (status, anonymous, author, other, editor) => {
    const post = entry({ status });
    expect([ANONYMOUS, AUTHOR, OTHER, EDITOR].map((who) => reads(who, post))).toEqual([
      anonymous,
      author,
      other,
      editor,
    ]);
  });

  test('an attachment follows what it is attached to, and is open to all without', () => {
    const attachment = entry({ id: 9, type: 'attachment', status: 'inherit', parent: 7, author: 3 });
    expect(reads(ANONYMOUS, attachment, entry())).toBe(true);
    expect(reads(ANONYMOUS, attachment, entry({ status: 'draft' }))).toBe(false);
    expect(reads(AUTHOR, attachment, entry({ status: 'draft' }))).toBe(true);
    expect(reads(ANONYMOUS, attachment)).toBe(true);
    expect(reads(ANONYMOUS, { ...attachment, parent: 0 })).toBe(true);
  });

  test('entries with circular parents are not readable', () => {
    const first = entry({ id: 1, status: 'inherit', parent: 2 });
    expect(reads(ANONYMOUS, first, first, entry({ id: 2, status: 'inherit', parent: 1 }))).toBe(false);
  });
});

describe('editing', () => {
  test('a trashed entry is judged by what it was', () => {
    const trashed = entry({ status: 'trash' });
    expect(mayEdit(AUTHOR, trashed, SITE, { trashedFrom: 'draft' })).toBe(true);
    expect(mayEdit(AUTHOR, trashed, SITE, { trashedFrom: 'publish' })).toBe(false);
  });
});

describe('passwords', () => {
  test('nothing is locked without one, and only the very same one opens', () => {
    expect(passwordUnlocks(entry(), undefined)).toBe(true);
    expect(passwordUnlocks(entry({ password: 'open' }), undefined)).toBe(false);
    expect(passwordUnlocks(entry({ password: 'open' }), 'Open')).toBe(false);
    expect(passwordUnlocks(entry({ password: 'open' }), 'open')).toBe(true);
  });
});
