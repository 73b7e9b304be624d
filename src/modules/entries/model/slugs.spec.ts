import { describe, expect, test } from '@jest/globals';
import { isReservedSlug, needsSlug, trashedSlug } from './slugs.js';

const post = (permalinkStructure: string) => ({ type: 'post', hierarchical: false, permalinkStructure });
const page = { type: 'page', hierarchical: true, permalinkStructure: '/%postname%/' };

describe('slugs', () => {
  test('drafts may go without', () => {
    expect(
      ['draft', 'pending', 'auto-draft', 'publish', 'future', 'private', 'trash', 'inherit'].filter(needsSlug),
    ).toEqual(['publish', 'future', 'private', 'trash', 'inherit']);
  });

  test('names of feeds and embeds are taken everywhere', () => {
    for (const slug of ['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed']) {
      expect(isReservedSlug(slug, page)).toBe(true);
      expect(isReservedSlug(slug, post(''))).toBe(true);
    }
  });

  test('numbers mean pages of a page', () => {
    expect(isReservedSlug('12', page)).toBe(true);
    expect(isReservedSlug('page2', page)).toBe(true);
    expect(isReservedSlug('page-2', page)).toBe(false);
  });

  test.each([
    ['/%postname%/', '2020', true],
    ['/%year%/%postname%/', '12', true],
    ['/%year%/%postname%/', '13', false],
    ['/%year%/%monthnum%/%postname%/', '31', true],
    ['/%year%/%monthnum%/%postname%/', '32', false],
    ['/%year%/%monthnum%/%day%/%postname%/', '5', false],
    ['', '5', false],
    ['/%year%/%postname%/', '5th', false],
  ])('under %s the slug %s of a post is reserved: %s', (structure, slug, reserved) => {
    expect(isReservedSlug(slug, post(structure))).toBe(reserved);
  });

  test('the trash has its own slugs', () => {
    expect(trashedSlug('life')).toBe('life__trashed');
    expect(trashedSlug('')).toBe('__trashed');
    expect(trashedSlug('life__trashed')).toBe('life__trashed');
    expect(trashedSlug('z'.repeat(200))).toBe(`${'z'.repeat(191)}__trashed`);
  });
});
