import { expect, test } from '@jest/globals';
import { classList } from '../entry-view.js';

const term = (taxonomy: string, slug: string, id = 7) => ({
  id,
  termTaxonomyId: id,
  taxonomy,
  name: slug,
  slug,
  parent: 0,
});
const post = { id: 61, type: 'post', status: 'publish', password: '' };
const plain = { format: 'standard', isLocked: false, hasThumbnail: false, terms: [] };

test('names the entry, its type, status and format', () => {
  expect(classList({ ...plain, entry: post })).toEqual([
    'post-61',
    'post',
    'type-post',
    'status-publish',
    'format-standard',
    'hentry',
  ]);
  expect(classList({ ...plain, format: undefined, entry: { ...post, type: 'page' } })).toEqual([
    'post-61',
    'page',
    'type-page',
    'status-publish',
    'hentry',
  ]);
});

test('says whether the content is locked or was unlocked', () => {
  const entry = { ...post, password: 'x' };
  expect(classList({ ...plain, entry, isLocked: true })).toContain('post-password-required');
  expect(classList({ ...plain, entry })).toContain('post-password-protected');
});

test('names terms by what CSS allows of their slugs', () => {
  const terms = [
    term('category', 'news'),
    term('post_tag', 'a%c3%a9b'),
    term('post_tag', '123', 14),
    term('genre', '%c3%a9', 9),
  ];
  expect(classList({ ...plain, entry: post, hasThumbnail: true, terms }).slice(5)).toEqual([
    'has-post-thumbnail',
    'hentry',
    'category-news',
    'tag-ab',
    'tag-14',
    'genre-9',
  ]);
});
