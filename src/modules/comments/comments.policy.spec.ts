import { describe, expect, test } from '@jest/globals';
import { entry } from '../../../test/support/entries.js';
import { anonymous, requestContext, verdict } from '../../../test/support/request-context.js';
import { type Comment } from './comment.js';
import { type CommentsStore } from './comments.store.js';
import { PostAccessLoader } from './post-access.loader.js';
import { type EntriesStore } from '../entries/read/entries.store.js';
import { type PostPasswordService } from '../entries/read/post-password.js';
import { type Config } from '../../platform/config/config.js';
import { type Profile } from '../../variant/profile.js';
import { PROFILES } from '../../variant/profiles.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type CreateCommentDto, type ListCommentsDto } from './comments.dto.js';
import { CommentsPolicy } from './comments.policy.js';

const [PUBLIC, PRIVATE, LOCKED, DRAFT, TRASHED, CLOSED, ABSENT] = [1, 2, 3, 4, 5, 6, 99];
const posts = new Map(
  [
    entry({ id: PUBLIC }),
    entry({ id: PRIVATE, status: 'private' }),
    entry({ id: LOCKED, password: 'open' }),
    entry({ id: DRAFT, status: 'draft' }),
    entry({ id: TRASHED, status: 'trash' }),
    entry({ id: CLOSED, commentStatus: 'closed' }),
  ].map((post) => [post.id, post]),
);
const comments = new Map(
  [
    { id: 1, post: PUBLIC, approved: '1', author: 0 },
    { id: 2, post: PUBLIC, approved: '0', author: 7 },
    { id: 3, post: PRIVATE, approved: '1', author: 0 },
    { id: 4, post: ABSENT, approved: '1', author: 0 },
    { id: 5, post: 0, approved: '1', author: 0 },
    { id: 6, post: PUBLIC, approved: '1', author: 7, type: 'note' },
  ].map((comment) => [comment.id, comment as Comment]),
);

const MODERATOR = ['edit_posts', 'edit_others_posts', 'edit_published_posts', 'moderate_comments'];
const LIST = { context: 'view', type: 'comment', status: 'approve' } as ListCommentsDto;
const DECLARED = { type: 'comment', status: 'approve' };

/** The password limiter lets `attempts` pass, then blocks for a minute. */
function policyOf({
  attempts = Number.POSITIVE_INFINITY,
  anonymousComments = false,
  profile = PROFILES.A as Profile,
} = {}): CommentsPolicy {
  const entries = { withAncestors: async () => posts, metas: async () => new Map() } as unknown as EntriesStore;
  return new CommentsPolicy(
    { byId: async (id: number) => comments.get(id) } as unknown as CommentsStore,
    new PostAccessLoader(entries, profile),
    { attempt: async () => (attempts-- > 0 ? 0 : 60) } as unknown as PostPasswordService,
    { anonymousComments } as Config,
    profile,
  );
}

describe('listing', () => {
  const list = async (args: Partial<ListCommentsDto>, ctx = anonymous({ query: DECLARED })) =>
    verdict(await policyOf().list(ctx, { ...LIST, ...args }));

  test('approved comments are public', async () => {
    expect(await list({})).toBe(true);
    expect(await list({ post: [PUBLIC] })).toBe(true);
  });

  test('comments of posts the requester cannot read are not', async () => {
    expect(await list({ post: [PRIVATE] })).toBe('rest_cannot_read_post 401');
    expect(await list({ post: [PRIVATE] }, requestContext({ query: DECLARED }))).toBe('rest_cannot_read_post 403');
    expect(await list({ post: [0] })).toBe('rest_cannot_read 401');
  });

  test('a password opens the one post it is sent for', async () => {
    expect(await list({ post: [LOCKED] })).toBe('rest_cannot_read_post 401');
    expect(await list({ post: [LOCKED], password: 'open' })).toBe(true);
    expect(await list({ post: [LOCKED, PUBLIC], password: 'open' })).toBe('rest_cannot_read_post 401');
    const blocked = policyOf({ attempts: 0 });
    const guess = { ...LIST, post: [LOCKED], password: 'guess' };
    expect(verdict(await blocked.list(anonymous({ query: DECLARED }), guess))).toMatch(/ 429$/);
  });

  test('the editing context needs moderate_comments', async () => {
    expect(await list({ context: 'edit' })).toBe('rest_forbidden_context 401');
    expect(await list({ context: 'edit' }, requestContext({ caps: MODERATOR, query: DECLARED }))).toBe(true);
  });

  test('filters on values that are not public need edit_posts, the filter on addresses moderate_comments', async () => {
    const writer = () => requestContext({ caps: ['edit_posts'], query: DECLARED });
    expect(await list({ author: [1] })).toBe('rest_forbidden_param 401');
    expect(await list({ author: [1] }, writer())).toBe(true);
    expect(await list({ author_email: 'a@b.test' }, writer())).toBe('rest_forbidden_param 403');
    expect(await list({ author_email: 'a@b.test' }, requestContext({ caps: MODERATOR, query: DECLARED }))).toBe(true);
  });
});

describe('reading', () => {
  const read = async (id: number, ctx = anonymous()) => verdict(await policyOf().read(ctx, { id, context: 'view' }));

  test('approved comments on readable posts are public', async () => {
    expect(await read(1)).toBe(true);
    expect(await read(3)).toBe('rest_cannot_read 401');
    expect(await read(9)).toBe('rest_comment_invalid_id 404');
    expect(await read(4)).toBe('rest_post_invalid_id 404');
  });

  test('held comments are shown to their author and to moderators', async () => {
    expect(await read(2)).toBe('rest_cannot_read 401');
    expect(await read(2, requestContext({ id: 8 }))).toBe('rest_cannot_read 403');
    expect(await read(2, requestContext({ id: 7 }))).toBe(true);
    expect(await read(2, requestContext({ id: 8, caps: MODERATOR }))).toBe(true);
  });

  test('comments without a post are shown to moderators only', async () => {
    expect(await read(5, requestContext())).toBe('rest_cannot_read 403');
    expect(await read(5, requestContext({ caps: MODERATOR }))).toBe(true);
  });
});

describe('creating', () => {
  const create = async (args: object, ctx = requestContext({ method: 'POST' }), policy = policyOf()) =>
    verdict(await policy.create(ctx, args as Parameters<CommentsPolicy['create']>[1]));

  test('needs a login, unless the configuration allows anonymous comments', async () => {
    const visitor = () => anonymous({ method: 'POST' });
    expect(await create({ post: PUBLIC })).toBe(true);
    expect(await create({ post: PUBLIC }, visitor())).toBe('rest_comment_login_required 401');
    expect(await create({ post: PUBLIC }, visitor(), policyOf({ anonymousComments: true }))).toBe(true);
  });

  test.each([
    [{ author: 8 }, 'rest_comment_invalid_author'],
    [{ author_ip: '10.9.9.9' }, 'rest_comment_invalid_author_ip'],
    [{ status: 'approved' }, 'rest_comment_invalid_status'],
  ])('%j needs moderate_comments', async (values, code) => {
    expect(await create({ post: PUBLIC, ...values })).toBe(`${code} 403`);
    expect(await create({ post: PUBLIC, ...values }, requestContext({ caps: MODERATOR, method: 'POST' }))).toBe(true);
  });

  test.each([
    [ABSENT, 'rest_comment_invalid_post_id 403'],
    [DRAFT, 'rest_comment_draft_post 403'],
    [TRASHED, 'rest_comment_trash_post 403'],
    [PRIVATE, 'rest_cannot_read_post 403'],
    [LOCKED, 'rest_cannot_read_post 403'],
    [CLOSED, 'rest_comment_closed 403'],
  ])('post %i does not take comments: %s', async (post, expected) => {
    expect(await create({ post })).toBe(expected);
  });
});

test('updating and deleting need moderate_comments and the right to edit the post', async () => {
  const policy = policyOf();
  for (const [change, code] of [
    ['update', 'rest_cannot_edit'],
    ['delete', 'rest_cannot_delete'],
  ] as const) {
    expect(await policy[change](requestContext({ caps: MODERATOR }), { id: 1 })).toBe(true);
    expect(verdict(await policy[change](requestContext({ caps: ['moderate_comments'] }), { id: 1 }))).toBe(
      `${code} 403`,
    );
    expect(verdict(await policy[change](anonymous(), { id: 1 }))).toBe(`${code} 401`);
    expect(verdict(await policy[change](requestContext({ caps: MODERATOR }), { id: 9 }))).toBe(
      'rest_comment_invalid_id 404',
    );
  }
});

describe('releases with notes', () => {
  const policy = policyOf({ profile: PROFILES.C });
  const EDITOR = MODERATOR.filter((capability) => capability !== 'moderate_comments');
  const note = (caps: string[]) => requestContext({ method: 'POST', caps, query: { type: 'note' } });
  const create = async (ctx: RequestContext, post: number) =>
    verdict(await policy.create(ctx, { post } as CreateCommentDto));

  test('users who may edit the post may edit its comments', async () => {
    expect(await policy.update(requestContext({ caps: EDITOR }), { id: 1 })).toBe(true);
    expect(verdict(await policy.update(requestContext({ caps: ['edit_posts'] }), { id: 1 }))).toBe(
      'rest_cannot_edit 403',
    );
  });

  test('notes are left by those who may edit the post, also where comments are closed', async () => {
    expect(await create(note(EDITOR), CLOSED)).toBe(true);
    expect(await create(note(EDITOR), DRAFT)).toBe(true);
    expect(await create(note([]), PUBLIC)).toBe('rest_cannot_create_note 403');
    expect(await create(anonymous({ method: 'POST', query: { type: 'note' } }), PUBLIC)).toBe(
      'rest_comment_login_required 401',
    );
  });

  test('approval alone does not make a note readable', async () => {
    const read = async (ctx: RequestContext) => verdict(await policy.read(ctx, { id: 6, context: 'view' }));
    expect(await read(anonymous())).toBe('rest_cannot_read 401');
    expect(await read(requestContext({ caps: EDITOR }))).toBe(true);
  });
});
