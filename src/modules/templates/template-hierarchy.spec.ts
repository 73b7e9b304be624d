import { expect, test } from '@jest/globals';
import { CORE_MODEL } from '../../content-model/content-model.js';
import { templateHierarchy } from './template-hierarchy.js';

const hierarchy = (slug: string, isCustom = false, prefix = '') =>
  templateHierarchy({ slug, isCustom, prefix }, CORE_MODEL);

test('special templates fall back to more general ones', () => {
  expect(hierarchy('single-post-hello')).toEqual(['single-post-hello', 'single-post', 'single', 'singular', 'index']);
  expect(hierarchy('single-post')).toEqual(['single-post', 'single', 'singular', 'index']);
  expect(hierarchy('category-news')).toEqual(['category-news', 'category', 'archive', 'index']);
  expect(hierarchy('attachment')).toEqual(['attachment', 'single', 'singular', 'index']);
  expect(hierarchy('front-page')).toEqual(['front-page', 'home', 'index']);
  expect(hierarchy('taxonomy-genre-sea', false, 'taxonomy-genre')).toEqual([
    'taxonomy-genre-sea',
    'taxonomy-genre',
    'taxonomy',
    'archive',
    'index',
  ]);
  expect(hierarchy('landing', true)).toEqual(['page', 'singular', 'index']);
});
