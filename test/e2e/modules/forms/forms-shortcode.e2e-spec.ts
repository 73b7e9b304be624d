import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { ADMIN, anyEngine } from '../../../support/app.js';
import { CHROMIUM, launchBrowser, newVisitor, servePage } from '../../../support/browser.js';
import { elementsOf } from '../../../support/html.js';
import { withProgram } from '../../../support/programs.js';
import { fewestStatements } from '../../../support/query-counts.js';
import { withMailedSite } from '../../../support/mailed-site.js';
import { untilSettledInCache } from '../../../support/settled-cache.js';

const MAIL = {
  subject: 'Form',
  sender: 'form@site.test',
  recipient: 'boss@site.test',
  body: '[your-name] on [_post_title]',
};
const TEMPLATE =
  '<label>Name [text* your-name default:shortcode_attr]</label> [quiz sum "two and two?|4"] [captchac code] [submit "Send it"]';

anyEngine((engine) => {
  const on = withMailedSite(engine);

  const send = async (path: string, body: object) =>
    (
      (await request(on.site.server).post(`/wp-json/${path}`).auth(ADMIN.user, ADMIN.password).send(body)).body as {
        id: number;
      }
    ).id;
  const makeForm = (title = 'Contact', form = TEMPLATE) =>
    send('forms/v1/contact-forms', { title, form, mail: MAIL, context: 'save' });
  const changeForm = (id: number, form: string) => send(`forms/v1/contact-forms/${id}`, { form, context: 'save' });
  const makePage = (content: string) => send('wp/v2/pages', { title: 'Reach us', content, status: 'publish' });

  async function read(page: number): Promise<{ html: string; excerpt: string; cache: string }> {
    const { body, headers } = await request(on.site.server).get(`/wp-json/wp/v2/pages/${page}`).expect(200);
    const { content, excerpt } = body as Record<'content' | 'excerpt', { rendered: string }>;
    return { html: content.rendered, excerpt: excerpt.rendered, cache: headers['x-nestpress-cache']! };
  }
  const named = (html: string, name: string) => elementsOf(html).find(({ attributes }) => attributes.name === name);

  test('a page shows the form, the same for everybody', async () => {
    const form = await makeForm();
    const page = await makePage(
      `Write to us:\n\n[contact-form-7 id="${form}" title="whatever" html_class="big" your-name="Ann"]\n\nThanks.`,
    );
    const { html, excerpt } = await read(page);
    const elements = elementsOf(html);
    expect(elements.find(({ name }) => name === 'form')?.attributes).toMatchObject({
      action: `${on.site.url}/forms/${form}#wpcf7-f${form}-p${page}-o1`,
      class: 'wpcf7-form init big',
    });
    expect(elements.find(({ attributes }) => attributes.class === 'wpcf7')?.attributes).toMatchObject({
      'data-feedback': `${on.site.root}forms/v1/contact-forms/${form}/feedback`,
    });
    expect(named(html, 'your-name')?.attributes.value).toBe('Ann');
    for (const personal of ['_form_token', '_wpcf7_quiz_answer_sum', '_wpcf7_captcha_challenge_code'])
      expect(named(html, personal)?.attributes.value).toBe('');
    expect(html).not.toMatch(/<p>\s*<div|two and two/);
    expect(excerpt).toBe('<p>Write to us: Thanks.</p>\n');
  });

  test('a changed form changes the page, cached or not', async () => {
    const form = await makeForm();
    const page = await makePage(`[contact-form-7 id="${form}"]`);
    await untilSettledInCache(async () => (await read(page)).cache);
    await changeForm(form, '[text other]');
    const changed = await read(page);
    expect([changed.cache, named(changed.html, 'other') !== undefined, named(changed.html, 'your-name')]).toEqual([
      'miss',
      true,
      undefined,
    ]);
    await request(on.site.server)
      .delete(`/wp-json/forms/v1/contact-forms/${form}`)
      .auth(ADMIN.user, ADMIN.password)
      .expect(200);
    expect((await read(page)).html).not.toContain('<form');
  });

  test('forms are found by title and by hash; each on a page has names of its own', async () => {
    const title = await makeForm('By "title"');
    const hashed = await makeForm('Hashed');
    const database = on.site.app.get(Database);
    await database.transaction((tx) =>
      tx.execute(`INSERT INTO ${database.tables.postmeta} (post_id, meta_key, meta_value) VALUES (?, '_hash', ?)`, [
        hashed,
        `abc1234${'0'.repeat(33)}`,
      ]),
    );
    const page = await makePage(
      `[contact-form-7 title='By "title"']\n[contact-form-7 id="abc1234"]\n[contact-form-7 id="abc1234"]\n[contact-form-7 id="7777777" title="No such"]\n[contact-form-7]`,
    );
    const { html } = await read(page);
    const boxes = elementsOf(html).filter(({ attributes }) => attributes.class === 'wpcf7');
    expect(boxes.map(({ attributes }) => attributes.id)).toEqual(
      [title, hashed, hashed].map((id, index) => `wpcf7-f${id}-p${page}-o${index + 1}`),
    );
    expect(html.match(/not found/g)).toHaveLength(2);
  });

  test('any number of forms costs the same', async () => {
    const cost = () =>
      fewestStatements(() =>
        request(on.site.server)
          .get(`/wp-json/wp/v2/pages?per_page=100&orderby=id&order=asc&unknown=${Math.random()}`)
          .expect(200),
      );
    await makePage(`[contact-form-7 id="${await makeForm()}"]`);
    const before = await cost();
    for (let count = 0; count < 4; count++) await makePage(`[contact-form-7 id="${await makeForm()}"]`);
    expect(await cost()).toBe(before);
  });

  test('without JavaScript the form continues on its own page', async () => {
    const form = await makeForm();
    const page = await makePage(`[contact-form-7 id="${form}"]`);
    const { html } = await read(page);
    const fields = Object.fromEntries(
      elementsOf(html)
        .filter(({ name }) => name === 'input')
        .map(({ attributes }) => [attributes.name ?? '', attributes.value ?? '']),
    );
    const { text } = await request(on.site.server)
      .post(`/forms/${form}`)
      .set('User-Agent', 'Browser/1')
      .type('form')
      .send({ ...fields, 'your-name': 'Ann' })
      .expect(200);
    expect(named(text, 'your-name')?.attributes.value).toBe('Ann');
    expect(named(text, '_wpcf7_container_post')?.attributes.value).toBe(String(page));
    expect(text).toContain('two and two?');
    const proof = named(text, '_wpcf7_quiz_answer_sum')?.attributes.value;
    const sent = await request(on.site.server)
      .post(`/forms/${form}`)
      .set('User-Agent', 'Browser/1')
      .type('form')
      .send({ ...fields, 'your-name': 'Ann', sum: '4', _wpcf7_quiz_answer_sum: proof });
    expect(sent.text).toContain('data-status="sent"');
    expect(on.mail.received[0]?.source).toContain('Ann on Reach us');
  });

  // Only the browser and another origin are in question here.
  if (engine === 'sqlite') {
    withProgram(CHROMIUM, (chromium) => {
      let browser: Browser;
      beforeAll(async () => {
        browser = await launchBrowser(chromium);
      });
      afterAll(() => browser?.close());

      test('a front end elsewhere shows the content and uses the script', async () => {
        const form = await makeForm(
          'Contact',
          '<label>Name [text* your-name]</label> [quiz sum "two and two?|4"] [captchac code] [submit "Send it"]',
        );
        const { html } = await read(await makePage(`[contact-form-7 id="${form}"]`));
        const front = await servePage(
          () => `<!doctype html><title>Front</title>${html}<script src="${on.site.url}/forms/form.js"></script>`,
          'localhost',
        );
        try {
          const { page } = await newVisitor(browser);
          await page.goto(front.url);
          await page.evaluate(
            `document.addEventListener('wpcf7mailsent', ({ detail }) => { document.title = detail.status; })`,
          );
          await page.getByText('two and two?').waitFor();
          expect(
            await page
              .locator('.screen-reader-response')
              .evaluate((region) => (region as unknown as { offsetHeight: number }).offsetHeight),
          ).toBe(1);
          const picture = page.locator('img[data-captcha]');
          await picture.and(page.locator(':visible')).waitFor();
          expect(
            await picture.evaluate((image) =>
              (image as unknown as { decode(): Promise<void> }).decode().then(() => true),
            ),
          ).toBe(true);
          await page.getByLabel('Name').fill('Ann');
          await page.getByLabel('two and two?').fill('4');
          await new Promise((done) => setTimeout(done, 2100));
          await page.getByRole('button').click();
          await page.locator('form.sent').waitFor();
          expect(await page.title()).toBe('mail_sent');
          expect(on.mail.received[0]?.source).toContain('Ann on Reach us');
        } finally {
          await front.close();
        }
      });
    });
  }
});
