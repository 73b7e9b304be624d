import { describe, expect, test } from '@jest/globals';
import { anonymous, requestContext, verdict } from '../../../test/support/request-context.js';
import { type User } from './user.js';
import { type UsersStore } from './users.store.js';
import { PROFILES } from '../../variant/profiles.js';
import { UsersPolicy } from './users.policy.js';

const PUBLISHED = 1;
const UNPUBLISHED = 2;
/** An account of the network that does not belong to the site. */
const STRANGER = 9;
const store = {
  byId: async (id: number) => (id > STRANGER ? undefined : ({ id, isMember: id !== STRANGER } as User)),
  publishedAmong: async (ids: readonly number[]) => new Set(ids.filter((id) => id === PUBLISHED)),
} as unknown as UsersStore;
const LIST = { context: 'view', orderby: 'name' } as const;
const ADMIN = ['list_users', 'create_users', 'edit_users', 'delete_users', 'promote_users'];

describe.each(['A', 'B'] as const)('variant %s', (variant) => {
  const policy = new UsersPolicy(store, PROFILES[variant]);
  const admin = () => requestContext({ caps: ADMIN });

  test.each([
    [{ roles: ['author'] }, 'rest_user_cannot_view'],
    [{ context: 'edit' as const }, 'rest_forbidden_context'],
    [{ orderby: 'email' as const }, 'rest_forbidden_orderby'],
    [{ orderby: 'registered_date' as const }, 'rest_forbidden_orderby'],
    [{ who: 'authors' as const }, 'rest_forbidden_who'],
  ])('listing with %j reveals something that only some may see', (args, code) => {
    expect(verdict(policy.list(anonymous(), { ...LIST, ...args }))).toBe(`${code} 401`);
    expect(verdict(policy.list(requestContext(), { ...LIST, ...args }))).toBe(`${code} 403`);
    expect(policy.list(requestContext({ caps: [...ADMIN, 'edit_posts'] }), { ...LIST, ...args })).toBe(true);
  });

  test('users with published posts are public, others only to themselves and to those who list users', async () => {
    const read = async (ctx: ReturnType<typeof anonymous>, id: number) =>
      verdict(await policy.read(ctx, { id, context: 'view' }));
    expect(await read(anonymous(), PUBLISHED)).toBe(true);
    expect(await read(anonymous(), UNPUBLISHED)).toBe('rest_user_cannot_view 401');
    expect(await read(requestContext(), UNPUBLISHED)).toBe('rest_user_cannot_view 403');
    expect(await read(requestContext({ id: UNPUBLISHED }), UNPUBLISHED)).toBe(true);
    expect(await read(admin(), UNPUBLISHED)).toBe(true);
    expect(await read(admin(), 10)).toBe('rest_user_invalid_id 404');
  });

  test('creating needs create_users', () => {
    expect(policy.create(admin())).toBe(true);
    expect(verdict(policy.create(anonymous()))).toBe('rest_cannot_create_user 401');
  });

  test('users change themselves, but not their roles', async () => {
    const self = () =>
      requestContext({ id: UNPUBLISHED, method: 'POST', query: { roles: ['administrator'], url: 'x' } });
    expect(await policy.update(self(), { id: UNPUBLISHED })).toBe(true);
    expect(verdict(await policy.update(self(), { id: UNPUBLISHED, roles: ['administrator'] }))).toBe(
      'rest_cannot_edit_roles 403',
    );
    expect(verdict(await policy.update(self(), { id: PUBLISHED }))).toBe('rest_cannot_edit 403');
    expect(await policy.update(admin(), { id: PUBLISHED, roles: ['author'] })).toBe(true);
  });

  test('accounts of the network that do not belong to the site are not found', async () => {
    const read = await policy.read(admin(), { id: STRANGER, context: 'view' });
    expect(read).toMatchObject({ body: { code: 'rest_user_invalid_id' } });
    expect(await policy.findRequester(requestContext({ id: STRANGER }))).toMatchObject({ id: STRANGER });
  });

  test('deleting needs delete_users', async () => {
    expect(await policy.delete(admin(), { id: PUBLISHED })).toBe(true);
    expect(verdict(await policy.delete(requestContext(), { id: PUBLISHED }))).toBe('rest_user_cannot_delete 403');
  });
});
