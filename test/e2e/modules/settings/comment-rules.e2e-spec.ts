import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '../../../../src/database/database.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';

const RULES = '/nestpress/v1/comment-rules';

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin', '/wp-json');
  const reader = clientOf(() => service, 'reader', '/wp-json');
  const rulesWith = (changes: object) => admin.post(RULES, changes).expect(200);
  const comment = async (content: string, post: number, status = 201) => {
    // One that follows another one of the same author within seconds is refused.
    const db = service.app.get(Database);
    const dates = `UPDATE ${db.tables.comments} SET comment_date_gmt = '2020-02-02 00:00:00'`;
    await db.transaction((tx) => tx.execute(dates, [], db.tables.comments));
    const { body } = await reader.post('/wp/v2/comments', { post, content }).expect(status);
    return body as { status: string; code: string };
  };

  beforeAll(async () => {
    service = await startTestApp(WEB, engine);
    await createUsers(clientOf(() => service, 'admin'));
  });
  afterAll(() => service.close());

  test('administrators read and change the rules, which decide about the next comments', async () => {
    const { body: before } = await admin.get(RULES).expect(200);
    expect(before).toEqual({
      require_name_email: true,
      comment_registration: false,
      close_comments_days_old: 0,
      thread_comments_depth: 5,
      comment_moderation: false,
      comment_previously_approved: true,
      comment_max_links: 2,
      moderation_keys: '',
      disallowed_keys: '',
      comments_notify: true,
      moderation_notify: true,
    });
    await clientOf(() => service, 'chief', '/wp-json')
      .get(RULES)
      .expect(403);
    await clientOf(() => service, undefined, '/wp-json')
      .get(RULES)
      .expect(401);

    const values = { title: 'Old', status: 'publish', date: '2020-01-01T00:00:00' };
    const { id: post } = (await admin.post('/wp/v2/posts', values).expect(201)).body as { id: number };
    expect((await comment('First', post)).status).toBe('hold');
    await rulesWith({ comment_previously_approved: false });
    expect((await comment('Second', post)).status).toBe('approved');
    await rulesWith({ disallowed_keys: 'casino\nlottery', moderation_keys: 'tide' });
    expect((await comment('A casino', post)).status).toBe('trash');
    expect((await comment('High tide', post)).status).toBe('hold');
    await rulesWith({ comment_moderation: true });
    expect((await comment('Third', post)).status).toBe('hold');
    await rulesWith({ close_comments_days_old: 30, thread_comments_depth: 1 });
    expect((await comment('Late', post, 403)).code).toBe('rest_comment_closed');
    const changed = {
      ...before,
      comment_previously_approved: false,
      disallowed_keys: 'casino\nlottery',
      moderation_keys: 'tide',
      comment_moderation: true,
      close_comments_days_old: 30,
      thread_comments_depth: 1,
    };
    expect((await admin.get(RULES)).body).toEqual(changed);
    for (const wrong of [{ thread_comments_depth: 11 }, { comment_max_links: -1 }, { comment_moderation: 'perhaps' }])
      expect(Object.keys((await admin.post(RULES, wrong).expect(400)).body.data.params as object)).toEqual(
        Object.keys(wrong),
      );
    await admin.post(RULES, before).expect(200, before);
  });

  test('a site of WordPress 5.5 or newer keeps its names of the options', async () => {
    const options = service.app.get(OptionsStore);
    await service.app.get(Database).transaction(async (tx) => {
      for (const name of ['comment_whitelist', 'blacklist_keys']) await options.delete(tx, name);
      await options.set(tx, 'comment_previously_approved', '1');
    });
    await rulesWith({ comment_previously_approved: false, disallowed_keys: 'casino' });
    options.forget();
    const names = ['comment_previously_approved', 'disallowed_keys', 'comment_whitelist', 'blacklist_keys'] as const;
    expect(await options.getMany(names)).toEqual({
      comment_previously_approved: '',
      disallowed_keys: 'casino',
      comment_whitelist: undefined,
      blacklist_keys: undefined,
    });
  });
});
