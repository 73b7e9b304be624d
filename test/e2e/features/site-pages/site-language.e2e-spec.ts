import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { anyEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';

anyEngine((engine) => {
  let service: TestApp;
  let post: { id: number; link: string };
  const admin = clientOf(() => service, 'admin', '/wp-json');
  const speak = async (language: string) => {
    await admin.post('/nestpress/v1/languages', { locale: language });
    expect((await admin.post('/wp/v2/settings', { language })).status).toBe(200);
  };
  const page = async (path: string, status = 200) => (await request(service.server).get(path).expect(status)).text;
  const path = () => new URL(post.link).pathname;

  beforeAll(async () => {
    service = await startTestApp(WEB, engine);
    const values = { title: 'Tide', content: 'Text', status: 'publish', date: '2026-03-05T10:00:00' };
    post = (await admin.post('/wp/v2/posts', values)).body as typeof post;
  });
  afterAll(() => service.close());

  test('the pages of a site in German are in German', async () => {
    expect(await page(path())).toContain('<html lang="en-US" dir="ltr"');
    await speak('de_DE');
    const article = await page(path());
    expect(article).toContain('<html lang="de-DE" dir="ltr"');
    expect(article).toContain('Zum Inhalt springen');
    expect(article).not.toContain('scripts.css');
    expect(article).toContain('5. März 2026');
    expect(article).toContain('Kommentar schreiben');
    expect(article).toContain('"inLanguage":"de-DE"');
    expect(await page('/2026/03/')).toContain('März 2026');
    expect(await page('/?s=tide')).toContain('1 Ergebnis für <b>tide</b>');
    expect(await page('/nowhere-at-all/', 404)).toContain('Seite nicht gefunden');
    expect(await page('/feed/')).toContain('<language>de-DE</language>');
    const feed = JSON.parse(await page('/feed/json/')) as { language: string };
    expect(feed.language).toBe('de-DE');
  });

  test('those of a site in Arabic run from right to left', async () => {
    await speak('ar');
    const article = await page(path());
    expect(article).toContain('<html lang="ar" dir="rtl"');
    expect(article).toContain('تخطَّ إلى المحتوى');
    // Without slanted letters.
    const [, styles] = /href="([^"]*scripts\.css[^"]*)"/.exec(article)!;
    expect(await page(new URL(styles!, 'http://site.test').pathname)).toMatch(/font-style: ?normal/);
    const sent = { comment_post_ID: post.id, comment: 'x' };
    const refused = await request(service.server).post('/wp-comments-post.php').type('form').send(sent);
    expect([refused.status, refused.text.includes('يرجى إدخال اسمك.')]).toEqual([400, true]);
  });

  test('the REST API keeps its messages', async () => {
    const { body } = await admin.get('/wp/v2/posts/999999');
    expect(body.message).toBe('There is no such entry here.');
  });
});
