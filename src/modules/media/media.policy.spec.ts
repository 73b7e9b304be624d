import { expect, test } from '@jest/globals';
import { entry } from '../../../test/support/entries.js';
import { anonymous, requestContext, verdict } from '../../../test/support/request-context.js';
import { type EntriesStore } from '../entries/read/entries.store.js';
import { type PostPasswordService } from '../entries/read/post-password.js';
import { type TermsStore } from '../terms/terms.store.js';
import { type EntriesService } from '../entries/api/entries.service.js';
import { CORE_MODEL } from '../../content-model/content-model.js';
import { MediaPolicy } from './media.policy.js';
import { PROFILES } from '../../variant/profiles.js';

const [OWN, FOREIGN, REVISION_OF_OWN, REVISION_OF_FOREIGN, ABSENT] = [1, 2, 3, 4, 99];
const entries = new Map(
  [
    entry({ id: OWN, author: 7, status: 'draft' }),
    entry({ id: FOREIGN, author: 8, status: 'draft' }),
    entry({ id: REVISION_OF_OWN, author: 8, type: 'revision', status: 'inherit', parent: OWN }),
    entry({ id: REVISION_OF_FOREIGN, author: 7, type: 'revision', status: 'inherit', parent: FOREIGN }),
  ].map((row) => [row.id, row]),
);
const policy = new MediaPolicy(
  {} as EntriesService,
  {} as TermsStore,
  {} as PostPasswordService,
  CORE_MODEL,
  PROFILES.A,
  { byId: async (id: number) => entries.get(id) } as unknown as EntriesStore,
);

const create = async (caps: readonly string[], values: object) =>
  verdict(await policy.create(requestContext({ caps, method: 'POST' }), values));

test('uploading needs upload_files', async () => {
  expect(await create(['upload_files'], {})).toBe(true);
  expect(await create(['edit_posts'], {})).toBe('rest_cannot_create 403');
  expect(verdict(await policy.create(anonymous({ method: 'POST' }), {}))).toBe('rest_cannot_create 401');
});

test('attaching to an entry needs the right to edit it; a revision stands for its parent', async () => {
  const author = ['upload_files', 'edit_posts'];
  expect(await create(author, { post: OWN })).toBe(true);
  expect(await create(author, { post: REVISION_OF_OWN })).toBe(true);
  for (const post of [FOREIGN, REVISION_OF_FOREIGN, ABSENT])
    expect([post, await create(author, { post })]).toEqual([post, 'rest_cannot_edit 403']);
  expect(await create([...author, 'edit_others_posts'], { post: FOREIGN })).toBe(true);
});
