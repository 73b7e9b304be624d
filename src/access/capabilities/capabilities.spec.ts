import { describe, expect, test } from '@jest/globals';
import { ANONYMOUS, Principal } from '../principal.js';
import { can, effectiveCapabilities, grantedCapabilities, type RoleDefinitions, rolesOf } from './index.js';
import { CORE_MODEL } from '../../content-model/content-model.js';

const provided = (...names: string[]): Map<string, boolean> => new Map(names.map((name) => [name, true]));

const ROLES: RoleDefinitions = new Map([
  [
    'editor',
    {
      name: 'Editor',
      capabilities: provided('read', 'edit_posts', 'edit_others_posts', 'manage_categories', 'unfiltered_upload'),
    },
  ],
  [
    'contributor',
    { name: 'Contributor', capabilities: new Map([...provided('edit_posts', 'read'), ['edit_others_posts', false]]) },
  ],
]);

const SITE = { model: CORE_MODEL, pageOnFront: 0, pageForPosts: 0, privacyPage: 0, defaultTerms: {} };

function holder(...own: string[]): Principal {
  const caps = grantedCapabilities(provided(...own), ROLES);
  return new Principal({ ...ANONYMOUS, id: 3, caps, how: 'basic' });
}

describe('effective capabilities', () => {
  test('the role’s own, then those of the user, the role’s name among them, in stored order', () => {
    expect([...effectiveCapabilities(provided('contributor', 'wash_dishes'), ROLES)]).toEqual([
      ['edit_posts', true],
      ['read', true],
      ['edit_others_posts', false],
      ['contributor', true],
      ['wash_dishes', true],
    ]);
  });

  test('the later entry decides, and false takes away', () => {
    expect(grantedCapabilities(provided('editor', 'contributor'), ROLES).has('edit_others_posts')).toBe(false);
    expect(grantedCapabilities(provided('contributor', 'editor'), ROLES).has('edit_others_posts')).toBe(true);
    expect(
      grantedCapabilities(
        new Map([
          ['editor', true],
          ['edit_posts', false],
        ]),
        ROLES,
      ).has('edit_posts'),
    ).toBe(false);
  });

  test('a role that is unknown or set to false gives nothing', () => {
    const own = new Map([
      ['pirate', true],
      ['editor', false],
    ]);
    expect(rolesOf(own, ROLES)).toEqual([]);
    expect([...grantedCapabilities(own, ROLES)]).toEqual(['pirate']);
  });
});

describe('can', () => {
  test('all required capabilities together', () => {
    const foreign = { id: 5, type: 'post', status: 'draft', author: 9 };
    expect(can(holder('editor'), 'edit_post', foreign, SITE)).toBe(true);
    expect(can(holder('editor'), 'edit_post', { ...foreign, status: 'publish' }, SITE)).toBe(false);
    expect(can(holder('contributor'), 'edit_post', foreign, SITE)).toBe(false);
    expect(can(ANONYMOUS, 'edit_post', { ...foreign, author: 0 }, SITE)).toBe(false);
    expect(can(ANONYMOUS, 'edit_user', { id: 0 }, SITE)).toBe(false);
  });

  test('without target', () => {
    expect(holder('editor').can('edit_posts')).toBe(true);
    expect(holder('editor').can('edit_post_tags')).toBe(true);
    expect(holder('contributor').can('assign_categories')).toBe(true);
    expect(holder('contributor').can('manage_post_tags')).toBe(false);
  });

  test('do_not_allow is never granted, even if it is stored', () => {
    expect(holder('do_not_allow').can('do_not_allow')).toBe(false);
    expect(holder('editor').can('unfiltered_upload')).toBe(false);
  });

  test('an anonymous principal has only the capability exist', () => {
    expect(ANONYMOUS.isAnonymous).toBe(true);
    expect(ANONYMOUS.can('exist')).toBe(true);
    expect(ANONYMOUS.can('read')).toBe(false);
  });
});

test('capability names of types and taxonomies', () => {
  expect(CORE_MODEL.types.get('page')!.capabilities).toMatchObject({
    edit_post: 'edit_page',
    create_posts: 'edit_pages',
    read: 'read',
  });
  expect(CORE_MODEL.types.get('attachment')!.capabilities).toMatchObject({
    edit_post: 'edit_post',
    create_posts: 'upload_files',
  });
  expect(Object.keys(CORE_MODEL.types.get('post')!.capabilities)).toHaveLength(15);
  expect(CORE_MODEL.taxonomies.get('post_tag')!.capabilities).toEqual({
    manage_terms: 'manage_post_tags',
    edit_terms: 'edit_post_tags',
    delete_terms: 'delete_post_tags',
    assign_terms: 'assign_post_tags',
  });
});
