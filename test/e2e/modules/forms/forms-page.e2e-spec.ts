import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Browser, type BrowserContext, type Page } from 'playwright-core';
import request from 'supertest';
import { CaptchaService } from '../../../../src/modules/forms/checks/captcha.service.js';
import { ADMIN, anyEngine } from '../../../support/app.js';
import { CHROMIUM, launchBrowser, newVisitor } from '../../../support/browser.js';
import { elementsOf } from '../../../support/html.js';
import { withProgram } from '../../../support/programs.js';
import { withMailedSite } from '../../../support/mailed-site.js';

const MAIL = {
  subject: 'Form',
  sender: 'form@site.test',
  recipient: 'boss@site.test',
  body: '[your-name]: [your-message] ([topic])',
  attachments: '[doc]',
};
const TEMPLATE = `<label>Name
[text* your-name]</label>

<label>E-mail
[email* your-email]</label>

[select topic "Sales|sales@x.test" "Support"]

<label>Message
[textarea your-message /200]</label> [count your-message down]

<label>Document
[file doc]</label>

[quiz sum "two and two?|4"]

[submit "Send it"]`;
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
/** Only the service knows what a picture shows. */
interface Drawing {
  characters(formId: number, field: string, number: string): Promise<{ text: string }>;
}

/** Submissions faster than a person types count as automated. */
const typing = () => new Promise((done) => setTimeout(done, 2100));

anyEngine((engine) => {
  const on = withMailedSite(engine);

  async function makeForm(form = TEMPLATE, further: object = {}): Promise<number> {
    const created = request(on.site.server).post('/wp-json/forms/v1/contact-forms').auth(ADMIN.user, ADMIN.password);
    const { body } = await created
      .send({ title: 'Write & win', form, mail: MAIL, context: 'save', ...further })
      .expect(200);
    return (body as { id: number }).id;
  }

  const hidden = (html: string, name: string) =>
    elementsOf(html).find(({ attributes }) => attributes.name === name)?.attributes.value ?? '';
  const said = (html: string) => elementsOf(html).find(({ attributes }) => attributes.role === 'status')?.text;

  describe('a form without a script', () => {
    test('has its own page, which is not cached', async () => {
      const id = await makeForm('[text your-name default:get] [quiz sum "two and two?|4"]');
      const { text, headers } = await request(on.site.server)
        .get(`/forms/${id}?your-name=%22%3E%3Cscript%3E`)
        .set('Accept', 'text/html')
        .expect(200);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=UTF-8',
        'content-security-policy': expect.stringContaining("script-src 'self'"),
      });
      // The policy lets any page show it in a frame.
      expect(headers['content-security-policy']).toContain('frame-ancestors *');
      expect(headers['x-frame-options']).toBeUndefined();
      expect(
        elementsOf(text)
          .filter(({ name }) => name === 'script')
          .map(({ attributes }) => attributes.src),
      ).toEqual(['form.js']);
      expect(hidden(text, 'your-name')).toBe('"><script>');
      expect(hidden(text, '_form_token')).not.toBe('');
      expect(text).toContain('two and two?');
      expect(text).toContain('<title>Write &amp; win</title>');
      for (const path of ['0', '999999', 'x', '1', `${id}x`, `${id}/captcha/c/1.png`])
        await request(on.site.server).get(`/forms/${path}`).expect(404);
      await request(on.site.server).get(`/forms/${id}/`).expect(308).expect('Location', `../${id}`);
      for (const file of ['form.js', 'form.css']) {
        const { headers: first } = await request(on.site.server).get(`/forms/${file}`).expect(200);
        await request(on.site.server).get(`/forms/${file}`).set('If-None-Match', first.etag!).expect(304);
      }
    });

    test('is shown again with the errors, then accepted once', async () => {
      const id = await makeForm();
      const page = (await request(on.site.server).get(`/forms/${id}`)).text;
      const about = {
        _wpcf7_unit_tag: hidden(page, '_wpcf7_unit_tag'),
        _form_token: hidden(page, '_form_token'),
        _wpcf7_quiz_answer_sum: hidden(page, '_wpcf7_quiz_answer_sum'),
      };
      const send = (fields: Record<string, string>) => {
        const sent = request(on.site.server).post(`/forms/${id}`).set('User-Agent', 'Browser/1');
        for (const [name, value] of Object.entries({ ...about, topic: 'Sales', 'your-email': 'ann@x.test', ...fields }))
          sent.field(name, value);
        return sent.attach('doc', PNG, 'a.png').expect(200);
      };
      const wrong = (await send({ 'your-name': '', 'your-message': '</textarea><b>', sum: '4' })).text;
      const elements = elementsOf(wrong);
      expect(elements.find(({ attributes }) => attributes.name === 'your-name')?.attributes).toMatchObject({
        'aria-invalid': 'true',
      });
      expect(elements.find(({ name }) => name === 'textarea')?.text).toBe('</textarea><b>');
      expect(said(wrong)).toMatch(/marked fields/);
      expect(hidden(wrong, '_form_token')).toBe(about._form_token);
      await typing();
      for (const time of [1, 2]) {
        const right = (await send({ 'your-name': 'Ann', 'your-message': 'Hi', sum: '4' })).text;
        if (time === 1)
          expect(elementsOf(right).find(({ name }) => name === 'form')?.attributes['data-status']).toBe('sent');
        if (time === 2)
          expect(elementsOf(right).find(({ attributes }) => attributes.name === 'sum')?.attributes).toHaveProperty(
            'aria-invalid',
          );
      }
      expect(on.mail.received).toHaveLength(1);
      expect(on.mail.received[0]!.source).toContain('Ann: Hi (sales@x.test)');
      expect(on.mail.received[0]!.source).toContain(PNG.toString('base64'));
    });

    test('is reported when it is too large', async () => {
      const id = await makeForm();
      const { text } = await request(on.site.server)
        .post(`/forms/${id}`)
        .attach('doc', Buffer.alloc(26 * 1024 * 1024), 'a.png')
        .expect(413);
      expect(text).toContain('<form');
      await request(on.site.server)
        .post(`/forms/${id}`)
        .set('Content-Type', 'multipart/form-data; boundary=x')
        .send('--x\r\nbroken')
        .expect(200);
      const many = Array.from({ length: 1100 }, (_, index) => `x${index}=1`).join('&');
      await request(on.site.server)
        .post(`/forms/${id}`)
        .type('form')
        .send(many)
        .expect(400)
        .expect('Content-Type', /html/);
      await request(on.site.server).post('/forms/999999').send('a=b').expect(404);
    });
  });

  test('a CAPTCHA image can be answered once', async () => {
    const id = await makeForm('[captchac code] [captchar code]');
    const refill = async () =>
      (
        (await request(on.site.server).get(`/wp-json/forms/v1/contact-forms/${id}/refill`).expect(200)).body as {
          captcha: { code: string };
        }
      ).captcha.code;
    const address = await refill();
    const { body, headers } = await request(on.site.server).get(new URL(address).pathname).expect(200);
    expect([headers['content-type'], (body as Buffer).subarray(1, 4).toString()]).toEqual(['image/png', 'PNG']);
    const challenge = /(\d+)\.png$/.exec(address)![1]!;
    const send = async (code: string, number = challenge) =>
      (
        (
          await request(on.site.server)
            .post(`/wp-json/forms/v1/contact-forms/${id}/feedback`)
            .set('User-Agent', 'Browser/1')
            .send({ code, _wpcf7_captcha_challenge_code: number })
        ).body as { status: string }
      ).status;
    const answerTo = async (number: string) =>
      (await (on.site.app.get(CaptchaService, { strict: false }) as unknown as Drawing).characters(id, 'code', number))
        .text;
    const right = await answerTo(challenge);
    expect(await send('WRONG', `${challenge}1`)).toBe('validation_failed');
    expect(await send('', '')).toBe('validation_failed');
    expect(await send(` ${right.toLowerCase()}`)).toBe('mail_sent');
    expect(await send(right)).toBe('validation_failed');
    const [, second] = /(\d+)\.png$/.exec(await refill())!;
    expect(await send('WRONG', second)).toBe('validation_failed');
    expect(await send(await answerTo(second!), second)).toBe('validation_failed');
    await request(on.site.server)
      .get(new URL(address).pathname.replace(/\d\.png$/, (end) => `${(Number(end[0]) + 1) % 10}.png`))
      .expect(404);
  });

  withProgram(CHROMIUM, (chromium) => {
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;

    beforeAll(async () => {
      browser = await launchBrowser(chromium);
    });
    afterAll(() => browser?.close());
    beforeEach(async () => {
      await context?.close();
      ({ context, page } = await newVisitor(browser));
    });

    test('a visitor fills a form in wrongly, then rightly, with a file', async () => {
      const id = await makeForm();
      const complaints: string[] = [];
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(`${on.site.url}/forms/${id}`);
      await page.getByLabel('Name').fill('Ann');
      await page.getByLabel('E-mail').fill('nobody');
      await page.getByLabel('Message').fill('Hello <there>');
      expect(await page.locator('.wpcf7-character-count').textContent()).toBe('187');
      await page.getByLabel('two and two?').fill('4');
      await page.getByRole('button', { name: 'Send it' }).click();
      await page.locator('form.invalid').waitFor();
      expect(await page.locator('[aria-invalid]').getAttribute('name')).toBe('your-email');
      expect(await page.locator('.wpcf7-not-valid-tip').allTextContents()).toEqual([
        expect.stringContaining('e-mail address'),
      ]);
      expect(await page.getByRole('status').textContent()).toMatch(/marked fields/);
      expect(on.mail.received).toHaveLength(0);
      // Each answer brings a new challenge, so the one on the page now is answered.
      const proof = await page.locator('[name=_wpcf7_quiz_answer_sum]').inputValue();
      await page.getByLabel('E-mail').fill('ann@x.test');
      await page.getByLabel('two and two?').fill('4');
      await page.getByLabel('Document').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG });
      await typing();
      await page.getByRole('button', { name: 'Send it' }).click();
      await page.locator('form.sent').waitFor();
      expect(await page.getByRole('status').textContent()).toMatch(/Thank you/);
      expect(await page.getByLabel('Name').inputValue()).toBe('');
      expect(on.mail.received).toHaveLength(1);
      expect(on.mail.received[0]!.source).toContain('Ann: Hello <there> (sales@x.test)');
      expect(on.mail.received[0]!.source).toContain(PNG.toString('base64'));
      const replayed = await request(on.site.server)
        .post(`/wp-json/forms/v1/contact-forms/${id}/feedback`)
        .set('User-Agent', 'Browser/1')
        .send({
          'your-name': 'Eve',
          'your-email': 'eve@x.test',
          topic: 'Sales',
          sum: '4',
          _wpcf7_quiz_answer_sum: proof,
        });
      expect(replayed.body).toMatchObject({ status: 'validation_failed', invalid_fields: [{ field: 'sum' }] });
      expect(on.mail.received).toHaveLength(1);
      expect(complaints).toEqual([]);
    });

    // Nothing about it depends on the engine.
    if (engine === 'sqlite')
      test('a form works where scripts are off', async () => {
        await context.close();
        ({ context, page } = await newVisitor(browser, { javaScriptEnabled: false }));
        const id = await makeForm(
          '<label>Name [text your-name]</label> [quiz sum "two and two?|4"] [submit "Send it"]',
        );
        await page.goto(`${on.site.url}/forms/${id}`);
        await page.getByLabel('Name').fill('Ann');
        await page.getByLabel('two and two?').fill('5');
        await page.getByRole('button').click();
        await page.locator('form.invalid').waitFor();
        expect(await page.getByLabel('Name').inputValue()).toBe('Ann');
        await page.getByLabel('two and two?').fill('4');
        await typing();
        await page.getByRole('button').click();
        await page.locator('form.sent').waitFor();
        expect(on.mail.received).toHaveLength(1);
      });
  });
});
