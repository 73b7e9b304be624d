import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';

const SITE = 'http://site.test';

eachEngine((engine) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp(WEB, engine);
    await createUsers(clientOf(() => service, 'admin'));
  });
  afterAll(() => service.close());
  const admin = clientOf(() => service, 'admin', '/wp-json');
  const path = '/nestpress/v1/redirects';
  const get = (url: string) => request(service.server).get(url);
  const add = async (values: object) => (await admin.post(path, values).expect(201)).body as { id: number };
  const leads = (from: string, to: string, status = 301) => get(from).expect(status).expect('Location', to);

  test('an address at which there is nothing leads where the owner says, and front ends learn it', async () => {
    await get('/old-about.html').expect(404);
    const { id } = await add({ source: '/Old-About.html', target: '/about/' });
    await leads('/old-about.html', `${SITE}/about/`);
    await leads('/old-about.html?from=mail', `${SITE}/about/`);
    expect((await get(`/wp-json/nestpress/v1/resolve?url=/old-about.html`).expect(200)).body).toMatchObject({
      kind: 'redirect',
      link: `${SITE}/about/`,
      status: 301,
    });
    await admin.post(`${path}/${id}`, { target: 'https://other.test/?a=1#b', status: 302 }).expect(200);
    await leads('/old-about.html/', 'https://other.test/?a=1#b', 302);
    expect((await get(`/wp-json/nestpress/v1/resolve?url=/old-about.html`).expect(200)).body.status).toBe(302);
    await admin.delete(`${path}/${id}`).expect(200);
    await get('/old-about.html').expect(404);
    await get(`/wp-json/nestpress/v1/resolve?url=/old-about.html`).expect(404);
  });

  test('a redirect of an address with its query is another one than that of its path; what exists is shown', async () => {
    await add({ source: '/shop/?item=7', target: '/lamp/' });
    await add({ source: 'http://old.test/shop', target: '/all/' });
    await leads('/shop/?item=7', `${SITE}/lamp/`);
    await leads('/shop?item=8', `${SITE}/all/`);
    const post = (await admin.post('/wp/v2/posts', { title: 'By the quay', status: 'publish' }).expect(201)).body;
    await add({ source: new URL(post.link as string).pathname, target: '/elsewhere/' });
    await get(new URL(post.link as string).pathname).expect(200);
    // A post of the same name is only a guess.
    await leads('/blog/by-the-quay', post.link as string);
    await add({ source: '/blog/by-the-quay/', target: '/blog-of-old/' });
    await leads('/blog/by-the-quay', `${SITE}/blog-of-old/`);
  });

  test('what is no redirect is refused with the reason', async () => {
    const refuse = async (values: object, member: string) =>
      expect(Object.keys((await admin.post(path, values).expect(400)).body.data.params as object)).toEqual([member]);
    await refuse({ source: 'old', target: '/new/' }, 'source');
    await refuse({ source: '/', target: '/new/' }, 'source');
    await refuse({ source: '/old/', target: 'javascript:alert(1)' }, 'target');
    await refuse({ source: '/old/', target: '//evil.test' }, 'target');
    await refuse({ source: '/old/', target: '/OLD' }, 'target');
    await refuse({ source: '/old/', target: '/new/', status: 200 }, 'status');
    await refuse({ source: '/old/', target: '/old/?again=1' }, 'target');
    await refuse({ source: '/old/', target: `${SITE}/old/#top` }, 'target');
    await add({ source: '/one/', target: '/two/' });
    await refuse({ source: '/ONE', target: '/three/' }, 'source');
    const { id } = await add({ source: '/three/', target: '/one/' });
    await refuse({ source: '/two/', target: '/three/' }, 'target');
    await admin.post(`${path}/${id}`, { source: '/one/' }).expect(400);
    await admin.post(`${path}/${id}`, { source: '/four/' }).expect(200);
    await get('/three/').expect(404);
    await admin.post(`${path}/999999`, { source: '/five/' }).expect(404);
    await clientOf(() => service, 'chief', '/wp-json')
      .get(path)
      .expect(403);
    await get(`/wp-json${path}`).expect(401);
  });

  test('a CSV file is imported; lines that cannot be used are named', async () => {
    const lines = [
      'Old;New',
      '/a-1/;/b-1/',
      'https://old.test/a-2?x=1;https://new.test/',
      'no;/c/',
      '/a-3/;/a-3',
      '',
      '/a-4/;/b/;302',
      '/a-5/;/b/;410',
    ];
    const many = Array.from({ length: 500 }, (_, index) => `/many-${index}/;/many/`);
    const { body } = await admin.post(`${path}/import`, { csv: [...lines, ...many].join('\r\n') }).expect(200);
    expect(body.imported).toBe(503);
    expect((body.problems as { line: number }[]).map(({ line }) => line)).toEqual([4, 5, 8]);
    await leads('/a-2/?x=1', 'https://new.test/');
    await leads('/a-4', `${SITE}/b/`, 302);
    await leads('/many-499/', `${SITE}/many/`);
    const list = await admin.get(path, { search: 'many-4', per_page: 5 }).expect(200);
    expect(list.headers['x-wp-total']).toBe('111');
    expect(list.body).toHaveLength(5);
    expect((await admin.get(path, { search: '_' }).expect(200)).body).toEqual([]);
    // Again, with another target.
    await admin.post(`${path}/import`, { csv: '/a-1/,/b-2/' }).expect(200, { imported: 1, problems: [] });
    await leads('/a-1/', `${SITE}/b-2/`);
  });
});
