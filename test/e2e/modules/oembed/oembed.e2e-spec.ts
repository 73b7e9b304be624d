import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import request from 'supertest';
import {
  OutboundClient,
  type OutboundResponse,
  OutboundError,
} from '../../../../src/platform/outbound/outbound.client.js';
import { ADMIN, anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';
import { fewestStatements } from '../../../support/query-counts.js';

const ROOT = '/wp-json/oembed/1.0';

anyEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const embed = (query: object) => request(service.server).get(`${ROOT}/embed`).query(query);
  const made: Record<string, { id: number; link: string }> = {};

  beforeAll(async () => {
    service = await startTestApp({}, engine);
    const create = async (kind: string, name: string, fields: object) => {
      const { body } = await admin.post(`/${kind}`, { title: name, status: 'publish', ...fields }).expect(201);
      made[name] = { id: body.id as number, link: body.link as string };
    };
    await create('posts', 'Public post', { content: 'Some words.' });
    await create('posts', 'Draft', { status: 'draft' });
    await create('posts', 'Private', { status: 'private' });
    await create('posts', 'Locked', { password: 'x', content: 'Secret words.' });
    await create('pages', 'Top', {});
    await create('pages', 'Sub', { parent: made.Top!.id });
  });
  afterAll(() => service.close());

  describe('embed', () => {
    test('every form of an address leads to the entry', async () => {
      const { id, link } = made['Public post']!;
      for (const url of [
        link,
        link.replace(/\/$/, ''),
        link.replace('http:', 'https:'),
        `http://www.site.test/?p=${id}`,
        link.replace('.test/', '.test/index.php/'),
        `${link}?x=1#y`,
        `${link}embed/`,
      ]) {
        const { body } = await embed({ url }).expect(200);
        expect(body).toMatchObject({
          version: '1.0',
          title: 'Public post',
          type: 'rich',
          width: 600,
          height: 338,
          provider_url: 'http://site.test',
        });
        expect(body.html).toContain(`src="${link}embed/"`);
      }
      expect((await embed({ url: made.Sub!.link }).expect(200)).body.title).toBe('Sub');
      expect(
        (await embed({ url: `http://site.test/?page_id=${made.Top!.id}`, maxwidth: 'x' }).expect(200)).body,
      ).toMatchObject({ title: 'Top', width: 200, height: 200 });
    });

    test('what not everybody may see does not exist', async () => {
      const ids = ['Draft', 'Private'].map((name) => `http://site.test/?p=${made[name]!.id}`);
      for (const url of [
        ...ids,
        made.Private!.link,
        'http://other.test/',
        'http://site.test/none/',
        'http://site.test/',
        '',
        'x',
      ]) {
        for (const call of [embed({ url }), embed({ url }).auth(ADMIN.user, ADMIN.password)]) {
          expect((await call.expect(404)).body).toEqual({
            code: 'oembed_invalid_url',
            message: 'Not Found',
            data: { status: 404 },
          });
        }
      }
    });

    test('protected entries are announced without their content', async () => {
      const { text } = await embed({ url: made.Locked!.link }).expect(200);
      expect(text).toContain('Protected: Locked');
      expect(text).not.toContain('Secret words');
    });

    test('answers and errors in XML', async () => {
      const response = await embed({ url: made.Top!.link, format: 'xml' })
        .expect(200)
        .expect('Content-Type', 'text/xml; charset=UTF-8');
      expect(response.text).toMatch(/^<\?xml version="1.0"\?>\n<oembed><version>1.0<\/version>.*<title>Top<\/title>/s);
      expect((await embed({ format: 'xml' }).expect(400)).text).toContain('<params><oembed>url</oembed></params>');
      expect((await embed({ url: 'http://site.test/none', format: 'xml' }).expect(404)).text).toContain(
        '<code>oembed_invalid_url</code>',
      );
      expect((await embed({ url: made.Top!.link, format: 'yaml' }).expect(200)).body.title).toBe('Top');
    });

    test('runs few queries, whatever is requested', async () => {
      let width = 300;
      const cost = (url: string) => fewestStatements(() => embed({ url, maxwidth: width++ }).expect(200));
      expect(await cost(made['Public post']!.link)).toBeLessThanOrEqual(5);
      expect(await cost(made.Sub!.link)).toBeLessThanOrEqual(7);
    });
  });

  describe('the view in frames', () => {
    const view = (path: string) => request(service.server).get(path);
    const pathOf = (name: string) => new URL(made[name]!.link).pathname;

    test('shows the entry to any site, and can do nothing else', async () => {
      const { text, headers } = await view(`${pathOf('Public post')}embed/`)
        .expect(200)
        .expect('Content-Type', 'text/html; charset=UTF-8');
      expect(text).toContain('<p>Some words.</p>');
      expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors \*.*script-src 'sha256-/);
      expect(headers['x-frame-options']).toBeUndefined();
      expect((await view(`${pathOf('Locked')}embed`).expect(200)).text).not.toContain('Secret words');
    });

    test('is there for nothing else', async () => {
      for (const path of ['/embed', '/none/embed/', `${pathOf('Private')}embed/`, '//other.test/embed', '/%00/embed'])
        await view(path).expect(404);
    });
  });

  describe('proxy', () => {
    let asked: string[];
    const get = (response: (url: string) => Partial<OutboundResponse>) => {
      asked = [];
      jest.spyOn(service.app.get(OutboundClient, { strict: false }), 'get').mockImplementation((url) => {
        asked.push(url);
        const { status = 200, body = Buffer.from('') } = response(url);
        return Promise.resolve({ status, url: new URL(url), contentType: '', body });
      });
    };
    const proxy = (query: object, login = ADMIN.user, password = ADMIN.password) =>
      request(service.server).get(`${ROOT}/proxy`).query(query).auth(login, password);
    const json = (value: object) => ({ body: Buffer.from(JSON.stringify(value)) });

    beforeAll(() => createUsers(admin));

    test('requires edit_posts; a missing URL is reported to everyone', async () => {
      await request(service.server).get(`${ROOT}/proxy`).expect(400);
      expect((await request(service.server).get(`${ROOT}/proxy?url=x`).expect(401)).body.code).toBe('rest_forbidden');
      await proxy({ url: 'x' }, 'reader', 'a password').expect(403);
      await proxy({ url: 'x' }, 'helper', 'a password').expect(404);
    });

    test('answers for the own site without an outbound request', async () => {
      get(() => {
        throw new Error('asked');
      });
      expect((await proxy({ url: made.Top!.link, maxwidth: 300 }).expect(200)).body).toMatchObject({
        title: 'Top',
        width: 300,
      });
      await proxy({ url: made.Top!.link, discover: false }).expect(404);
      await proxy({ url: made.Draft!.link }).expect(404);
      expect(asked).toEqual([]);
    });

    test('requests embeds of known providers once a day', async () => {
      get(() =>
        json({
          type: 'video',
          version: '1.0',
          html: '<iframe src="https://v.test"></iframe>',
          width: 480,
          height: 270,
          secret: 1,
        }),
      );
      const url = 'https://www.youtube.com/watch?v=abc&t=1';
      const all = await Promise.all([1, 2, 3].map(() => proxy({ url }).expect(200)));
      for (const { body } of all)
        expect(body).toEqual({
          type: 'video',
          version: '1.0',
          html: '<iframe src="https://v.test"></iframe>',
          width: 480,
          height: 270,
        });
      await proxy({ url }).expect(200);
      expect(asked).toEqual([
        `https://www.youtube.com/oembed?maxwidth=600&maxheight=750&url=${encodeURIComponent(url)}&dnt=1&format=json`,
      ]);
      expect((await proxy({ url, format: 'xml' }).expect(200)).text).toContain('<type>video</type>');
      expect(asked).toHaveLength(1);
      await proxy({ url, maxwidth: 300 }).expect(200);
      expect(asked).toHaveLength(2);
    });

    test('finds strangers by their pages, in XML where they know no JSON, and reduces their HTML', async () => {
      get((url) => {
        if (url === 'https://blog.test/a')
          return { body: Buffer.from('<head><link type="application/json+oembed" href="/o?x=1"></head>') };
        if (url.includes('format=json')) return { status: 501 };
        return {
          body: Buffer.from(
            '<oembed><type>rich</type><html>&lt;script&gt;x&lt;/script&gt;&lt;iframe src="https://blog.test/e"&gt;&lt;/iframe&gt;</html></oembed>',
          ),
        };
      });
      const { body } = await proxy({ url: 'https://blog.test/a' }).expect(200);
      expect(body.html).toMatch(
        /^<iframe class="wp-embedded-content" sandbox="allow-scripts" security="restricted" src="https:\/\/blog\.test\/e#\?secret=\w+" data-secret="\w+"><\/iframe>$/,
      );
      expect(asked.map((url) => new URL(url).pathname)).toEqual(['/a', '/o', '/o']);
      await proxy({ url: 'https://blog.test/b', discover: false }).expect(404);
      expect(asked).toHaveLength(3);
    });

    test('remembers failures for a while, and says no more than that', async () => {
      get(() => {
        throw new OutboundError('network');
      });
      for (let time = 0; time < 2; time++) {
        expect((await proxy({ url: 'https://blog.test/fails' }).expect(404)).body).toEqual({
          code: 'oembed_invalid_url',
          message: 'Not Found',
          data: { status: 404 },
        });
      }
      expect(asked).toHaveLength(1);
      for (const url of ['ftp://blog.test/', 'file:///etc/passwd', 'http://', '/x', 'https://['])
        await proxy({ url }).expect(404);
      expect(asked).toHaveLength(1);
    });
  });
});

test('inside addresses are refused through the whole service', async () => {
  const service = await startTestApp();
  try {
    for (const url of [
      'http://127.0.0.1/',
      'http://0x7f.1/',
      'http://[::1]/',
      'http://169.254.169.254/latest/meta-data/',
      'http://localhost/',
      'http://10.0.0.1:8080/',
    ]) {
      await request(service.server).get(`${ROOT}/proxy`).query({ url }).auth(ADMIN.user, ADMIN.password).expect(404);
    }
  } finally {
    await service.close();
  }
});
