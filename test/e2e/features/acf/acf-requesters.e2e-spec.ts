import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { type GroupRow, rule, storeGroups } from '../../../support/acf-site.js';
import { anyEngine, type TestApp } from '../../../support/app.js';
import { clientOf, createUsers, type Login } from '../../../support/clients.js';
import { startPluginSite } from '../../../support/plugin-site.js';

const text = (name: string) => [{ name, type: 'text', settings: { default_value: name } }];
const onPosts = rule('post_type', 'post');
const GROUPS: readonly GroupRow[] = [
  { title: 'All', location: [[onPosts]], fields: text('for_all') },
  { title: 'Members', location: [[onPosts, rule('current_user', 'logged_in')]], fields: text('for_members') },
  { title: 'Editors', location: [[onPosts, rule('current_user_role', 'editor')]], fields: text('for_editors') },
  { title: 'Others', location: [[onPosts, rule('current_user_role', 'editor', '!=')]], fields: text('for_others') },
];

const EXPECTED = {
  visitor: ['for_all', 'for_others'],
  chief: ['for_all', 'for_members', 'for_editors'],
  writer: ['for_all', 'for_members', 'for_others'],
};

anyEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  let id: number;

  beforeAll(async () => {
    service = await startPluginSite(
      engine,
      'secure-custom-fields/secure-custom-fields.php',
      {},
      { fill: (database) => storeGroups(database, GROUPS) },
    );
    await createUsers(admin);
    id = (await admin.post('/posts', { title: 'Seen by many', status: 'publish' }).expect(201)).body.id;
  });
  afterAll(() => service.close());

  test.each(['light', 'standard'])('groups for some users are in none of the caches (%s)', async (format) => {
    const paths = [`/posts/${id}?acf_format=${format}`, `/posts?include=${id}&acf_format=${format}`];
    const read = (who: string, path: string) =>
      who === 'visitor'
        ? request(service.server).get(`/wp-json/wp/v2${path}`).expect(200)
        : clientOf(() => service, who as Login)
            .get(path)
            .expect(200);
    for (let round = 0; round < 3; round++)
      for (const path of paths)
        for (const [who, fields] of Object.entries(EXPECTED)) {
          const { body, headers } = await read(who, path);
          expect([who, Object.keys([body].flat()[0].acf).sort()]).toEqual([who, [...fields].sort()]);
          if (who !== 'visitor') expect(headers['cache-control'] ?? '').not.toContain('public');
        }
  });
});
