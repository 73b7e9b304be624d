import { expect, test } from '@jest/globals';
import { anonymous, requestContext, verdict } from '../../../test/support/request-context.js';
import { type EntriesStore } from '../entries/read/entries.store.js';
import { type PostPasswordService } from '../entries/read/post-password.js';
import { type TermsStore } from '../terms/terms.store.js';
import { PROFILES } from '../../variant/profiles.js';
import { type EntriesService } from '../entries/api/entries.service.js';
import { CORE_MODEL } from '../../content-model/content-model.js';
import { MediaEditingPolicy } from './media.policy.js';

test('editing an image needs the right to upload before anything is looked up', async () => {
  const policy = new MediaEditingPolicy(
    {} as EntriesService,
    {} as TermsStore,
    {} as PostPasswordService,
    CORE_MODEL,
    PROFILES.C,
    {} as EntriesStore,
  );
  expect(verdict(await policy.editImage(anonymous(), { id: 1 }))).toBe('rest_cannot_edit_image 401');
  expect(verdict(await policy.editImage(requestContext({ caps: ['edit_posts'] }), { id: 1 }))).toBe(
    'rest_cannot_edit_image 403',
  );
});
