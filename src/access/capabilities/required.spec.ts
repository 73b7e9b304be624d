import { describe, expect, test } from '@jest/globals';
import { type MetaCapability, type PostFacts, requiredCaps, type SiteFacts } from './index.js';
import { CORE_MODEL } from '../../content-model/content-model.js';

const ME = { id: 3 };
const SITE: SiteFacts = {
  model: CORE_MODEL,
  pageOnFront: 70,
  pageForPosts: 71,
  privacyPage: 72,
  defaultTerms: { category: 1 },
};

const AUTHORS = { own: 3, foreign: 8, none: 0 };
type Owner = keyof typeof AUTHORS;
type PostQuestion = 'edit_post' | 'delete_post' | 'read_post' | 'publish_post';

function post(owner: Owner, status: string, fields: Partial<PostFacts> = {}): PostFacts {
  const [current, trashedFrom] = status.split(' from ') as [string, string?];
  return { id: 50, type: 'post', status: current, author: AUTHORS[owner], trashedFrom, ...fields };
}

/** owner, status, what editing takes, what reading takes; deleting mirrors editing. */
const ROWS: [Owner, string, string, string][] = [
  ['own', 'publish', 'edit_published_posts', 'read'],
  ['own', 'future', 'edit_published_posts', 'read'],
  ['own', 'draft', 'edit_posts', 'read'],
  ['own', 'pending', 'edit_posts', 'read'],
  ['own', 'private', 'edit_posts', 'read'],
  ['own', 'auto-draft', 'edit_posts', 'read'],
  ['own', 'inherit', 'edit_posts', 'read'],
  ['own', 'trash', 'edit_posts', 'read'],
  ['own', 'trash from publish', 'edit_published_posts', 'read'],
  ['own', 'trash from future', 'edit_published_posts', 'read'],
  ['own', 'trash from draft', 'edit_posts', 'read'],
  ['own', 'trash from private', 'edit_posts', 'read'],
  ...(['foreign', 'none'] as const).flatMap((owner): [Owner, string, string, string][] => [
    [owner, 'publish', 'edit_others_posts edit_published_posts', 'read'],
    [owner, 'future', 'edit_others_posts edit_published_posts', 'edit_others_posts edit_published_posts'],
    [owner, 'draft', 'edit_others_posts', 'edit_others_posts'],
    [owner, 'pending', 'edit_others_posts', 'edit_others_posts'],
    [owner, 'private', 'edit_others_posts edit_private_posts', 'read_private_posts'],
    [owner, 'auto-draft', 'edit_others_posts', 'edit_others_posts'],
    [owner, 'inherit', 'edit_others_posts', 'edit_others_posts'],
    [owner, 'trash from publish', 'edit_others_posts', 'edit_others_posts'],
    [owner, 'trash from private', 'edit_others_posts', 'edit_others_posts'],
  ]),
];

describe.each([
  ['post', 'posts'],
  ['page', 'pages'],
  ['attachment', 'posts'],
])('%s', (type, plural) => {
  const named = (capabilities: string): string[] => capabilities.replaceAll('_posts', `_${plural}`).split(' ');

  test.each(ROWS)('%s %s', (owner, status, edit, read) => {
    const target = post(owner, status, { type });
    const revision: PostFacts = {
      id: 51,
      type: 'revision',
      status: 'inherit',
      author: AUTHORS.foreign,
      parent: target,
    };
    const expected: Record<PostQuestion, string[]> = {
      edit_post: named(edit),
      delete_post: named(edit.replaceAll('edit_', 'delete_')),
      read_post: named(read),
      publish_post: named('publish_posts'),
    };
    for (const [question, required] of Object.entries(expected) as [PostQuestion, string[]][]) {
      expect([question, requiredCaps(question, ME, target, SITE)]).toEqual([question, required]);
      expect([question, requiredCaps(question, ME, revision, SITE)]).toEqual([question, required]);
    }
  });
});

describe('special posts', () => {
  const ask = (question: PostQuestion, target: PostFacts): string[] => requiredCaps(question, ME, target, SITE);

  test('a revision whose post is gone', () => {
    expect(ask('edit_post', post('own', 'inherit', { type: 'revision' }))).toEqual(['do_not_allow']);
  });

  test('a type that is no longer registered', () => {
    expect(ask('read_post', post('own', 'publish', { type: 'gone' }))).toEqual(['edit_others_posts']);
  });

  test.each([70, 71])('the front pages (%i) are deleted by those who manage the site, edited as usual', (id) => {
    expect(ask('delete_post', post('own', 'publish', { id, type: 'page' }))).toEqual(['manage_options']);
    expect(ask('edit_post', post('own', 'publish', { id, type: 'page' }))).toEqual(['edit_published_pages']);
  });

  test('the privacy page needs manage_options besides', () => {
    const page = post('foreign', 'draft', { id: 72, type: 'page' });
    expect(ask('edit_post', page)).toEqual(['edit_others_pages', 'manage_options']);
    expect(ask('delete_post', page)).toEqual(['delete_others_pages', 'manage_options']);
    expect(requiredCaps('edit_post', ME, page, { ...SITE, privacyPage: 0 })).toEqual(['edit_others_pages']);
  });

  test('posts without an author have no owner', () => {
    expect(requiredCaps('edit_post', { id: 0 }, post('none', 'draft'), SITE)).toEqual(['edit_others_posts']);
  });

  test('the page questions are the same questions', () => {
    const page = post('own', 'draft', { type: 'page' });
    expect(requiredCaps('edit_page', ME, page, SITE)).toEqual(['edit_pages']);
    expect(requiredCaps('delete_page', ME, page, SITE)).toEqual(['delete_pages']);
    expect(requiredCaps('read_page', ME, page, SITE)).toEqual(['read']);
    expect(requiredCaps('publish_page', ME, page, SITE)).toEqual(['publish_pages']);
  });
});

describe('comments, users, terms', () => {
  test('a comment can be edited by users who can edit its post', () => {
    const required = requiredCaps('edit_comment', ME, { post: post('foreign', 'publish') }, SITE);
    expect(required).toEqual(['edit_others_posts', 'edit_published_posts']);
    expect(requiredCaps('edit_comment', ME, {}, SITE)).toEqual(['edit_posts']);
  });

  test('users can edit themselves; anonymous requesters cannot', () => {
    expect(requiredCaps('edit_user', ME, { id: 3 }, SITE)).toEqual([]);
    expect(requiredCaps('edit_user', ME, { id: 4 }, SITE)).toEqual(['edit_users']);
    expect(requiredCaps('edit_user', { id: 0 }, { id: 0 }, SITE)).toEqual(['edit_users']);
    expect(requiredCaps('delete_user', ME, { id: 3 }, SITE)).toEqual(['delete_users']);
    expect(requiredCaps('promote_user', ME, { id: 3 }, SITE)).toEqual(['promote_users']);
  });

  test.each(['category', 'post_tag'])('terms of %s', (taxonomy) => {
    expect(requiredCaps('edit_term', ME, { id: 9, taxonomy }, SITE)).toEqual(['manage_categories']);
    expect(requiredCaps('delete_term', ME, { id: 9, taxonomy }, SITE)).toEqual(['manage_categories']);
    expect(requiredCaps('assign_term', ME, { id: 9, taxonomy }, SITE)).toEqual(['edit_posts']);
  });

  test('the default category stays; terms of an unknown taxonomy cannot be edited', () => {
    expect(requiredCaps('delete_term', ME, { id: 1, taxonomy: 'category' }, SITE)).toEqual(['do_not_allow']);
    expect(requiredCaps('delete_term', ME, { id: 1, taxonomy: 'post_tag' }, SITE)).toEqual(['manage_categories']);
    expect(requiredCaps('edit_term', ME, { id: 1, taxonomy: 'constructor' }, SITE)).toEqual(['do_not_allow']);
  });
});

describe('meta', () => {
  const draft = post('own', 'draft');
  const objects: [MetaCapability, object, string[]][] = [
    ['edit_post_meta', draft, ['edit_posts']],
    ['edit_comment_meta', { post: draft }, ['edit_posts']],
    ['edit_user_meta', { id: 3 }, []],
    ['edit_term_meta', { id: 9, taxonomy: 'category' }, ['manage_categories']],
  ];

  test.each(objects)('%s follows its object; protected keys need more', (question, object, edit) => {
    for (const verb of ['add', 'edit', 'delete']) {
      const asked = question.replace('edit', verb) as 'edit_post_meta';
      const ask = (facts: { key?: string; ruledAllowed?: boolean }): string[] =>
        requiredCaps(asked, ME, { object: object as PostFacts, ...facts }, SITE);
      expect(ask({})).toEqual(edit);
      expect(ask({ key: 'colour' })).toEqual(edit);
      expect(ask({ key: '_colour' })).toEqual([...edit, asked]);
      expect(ask({ key: '_colour', ruledAllowed: true })).toEqual(edit);
      expect(ask({ key: 'colour', ruledAllowed: false })).toEqual([...edit, asked]);
    }
  });
});
