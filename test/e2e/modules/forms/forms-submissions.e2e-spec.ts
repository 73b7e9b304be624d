import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { CONFIG, type Config } from '../../../../src/platform/config/config.js';
import { ADMIN, eachEngine, startTestApp } from '../../../support/app.js';
import { ANN, FORMS, MAIL, TEMPLATE, withFormsSite } from '../../../support/forms-site.js';
import { until } from '../../../support/until.js';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

type Body = Record<string, unknown>;
eachEngine((engine) => {
  const { site, send, makeForm, submit, submissions } = withFormsSite(engine);

  /** Without waiting until failed jobs are tried again. One that has just failed may not wait yet. */
  const runJobsUntil = (holds: () => boolean) =>
    until(async () => {
      await site.database.transaction((tx) =>
        tx.execute(`UPDATE ${site.database.tables.own('jobs')} SET run_at = 0 WHERE state = 'waiting'`),
      );
      return holds();
    });

  describe('submissions', () => {
    test('are mailed and stored, from every kind of body', async () => {
      const id = await makeForm();
      const { body } = await submit(id, { ...ANN, _wpcf7_unit_tag: 'wpcf7-f1-o1', _wpcf7_version: '5.1.9' }).expect(
        200,
      );
      expect(body).toEqual({ into: '#wpcf7-f1-o1', status: 'mail_sent', message: expect.any(String) });
      const multipart = send('post', `/${id}/feedback`).set('User-Agent', 'Browser/1');
      for (const [name, value] of Object.entries(ANN)) multipart.field(name, value);
      expect((await multipart.expect(200)).body).toMatchObject({ status: 'mail_sent' });
      const { body: json } = await send('post', `/${id}/feedback`).set('User-Agent', 'Browser/1').send(ANN).expect(200);
      expect(json).toMatchObject({
        contact_form_id: id,
        status: 'mail_sent',
        invalid_fields: [],
        posted_data_hash: expect.stringMatching(/^.+$/),
      });
      expect(site.mail.received).toHaveLength(3);
      expect(site.mail.received[0]).toMatchObject({ from: 'form@site.test', to: ['boss@site.test'] });
      expect(site.mail.received[0]!.source).toMatch(/^Subject: Hi\r$/m);
      expect(site.mail.received[0]!.source).toMatch(/^Reply-To: ann@x\.test\r$/m);
      const kept = await submissions(id);
      expect(kept.map(({ status }) => status)).toEqual(['mail_sent', 'mail_sent', 'mail_sent']);
      expect(JSON.parse(kept[0]!.fields)).toEqual(ANN);
    });

    test('with mistakes are answered by field and go nowhere', async () => {
      const id = await makeForm();
      const { body } = await submit(id, { 'your-email': 'nope', _wpcf7_unit_tag: 'u', _wpcf7_version: '5.5.6' }).expect(
        200,
      );
      expect(body).toMatchObject({ status: 'validation_failed' });
      const { invalidFields, invalid_fields } = body as { invalidFields: Body[]; invalid_fields: Body[] };
      expect(invalidFields).toEqual(invalid_fields);
      expect(invalidFields).toEqual([
        {
          into: 'span.wpcf7-form-control-wrap.your-name',
          field: 'your-name',
          idref: null,
          error_id: 'u-ve-your-name',
          message: expect.any(String),
        },
        {
          into: 'span.wpcf7-form-control-wrap.your-email',
          field: 'your-email',
          idref: 'mail',
          error_id: 'u-ve-your-email',
          message: expect.any(String),
        },
      ]);
      expect([await submissions(id), site.mail.received]).toEqual([[], []]);
    });

    test('that look like spam are stored as spam and not mailed', async () => {
      const id = await makeForm();
      await submit(id, { ...ANN, _form_trap: 'x' })
        .expect(200)
        .expect(({ body }) => expect(body).toMatchObject({ status: 'spam' }));
      await send('post', `/${id}/feedback`)
        .set('User-Agent', '')
        .type('form')
        .send(ANN)
        .expect(({ body }) => expect(body).toMatchObject({ status: 'spam' }));
      const kept = await submissions(id);
      expect(
        kept.map(({ status, about }) => [status, (JSON.parse(about) as { spam: [{ agent: string }] }).spam[0].agent]),
      ).toEqual([
        ['spam', 'honeypot'],
        ['spam', 'agent'],
      ]);
      expect(site.mail.received).toEqual([]);
    });

    test('cannot change the mail beyond their own words', async () => {
      const id = await makeForm({
        mail: { ...MAIL, additional_headers: 'Reply-To: [your-email]\nX-Name: [your-name]', use_html: true },
      });
      const ends = ['\r\n', '\n', '\r', '\u2028', '\u0085', '\r\n\t'];
      for (const end of ends) {
        await submit(id, {
          ...ANN,
          'your-name': `Eve${end}Bcc: evil@x.test`,
          'your-subject': `Hi${end}${end}<script>`,
          'your-message': `${end}.${end}<b><script>`,
        }).expect(200);
        await submit(id, { ...ANN, 'your-name': 'Eve <evil@x.test>, Other' }).expect(200);
        await submit(id, { ...ANN, 'your-email': `ann@x.test${end}Bcc: evil@x.test` }).expect(({ body }) =>
          expect(body).toMatchObject({ status: 'validation_failed' }),
        );
      }
      expect(site.mail.received).toHaveLength(2 * ends.length);
      for (const { to, from, source } of site.mail.received) {
        expect([from, to]).toEqual(['form@site.test', ['boss@site.test']]);
        const headers = source.slice(0, source.indexOf('\r\n\r\n'));
        expect(headers).not.toMatch(/^(?:Bcc|Cc):/im);
        expect(headers.match(/^(?:To|From|Subject|Content-Type|Reply-To):/gim)).toHaveLength(5);
        expect(source.slice(headers.length)).not.toMatch(/<script>|<b>/);
      }
    });

    test('stay stored when their mail fails, and are mailed later', async () => {
      const id = await makeForm();
      site.mail.refuseMessage = () => 451;
      const { body } = await submit(id, ANN).expect(200);
      expect(body).toMatchObject({ status: 'mail_failed' });
      const kept = await submissions(id);
      expect(kept.map(({ status, fields }) => [status, JSON.parse(fields)])).toEqual([['mail_failed', ANN]]);
      site.mail.refuseMessage = () => undefined;
      await runJobsUntil(() => site.mail.received.length === 1);
      expect(site.mail.received[0]!.source).toContain('Hello');
    });

    test('are sent to the visitor if the form says so', async () => {
      const id = await makeForm({
        mail_2: {
          active: true,
          subject: 'Thanks, [your-name]',
          sender: 'form@site.test',
          recipient: '[your-email]',
          body: '[your-message]',
        },
      });
      await submit(id, ANN).expect(200);
      await until(() => site.mail.received.length === 2);
      expect(site.mail.received.map(({ to }) => to)).toEqual([['boss@site.test'], ['ann@x.test']]);
    });

    test('may be any nonsense', async () => {
      const id = await makeForm({ form: `${TEMPLATE} [checkbox c "A"] [date d] [file f] [quiz q "1|2"]` });
      await submit(id, Object.fromEntries(Array.from({ length: 1100 }, (_, index) => [`x${index}`, '1']))).expect(400);
      const nonsense = [
        { 'your-name': { a: { b: [] } }, c: 'A', d: [null], f: 7 },
        [],
        { 'your-name': true, _wpcf7_quiz_answer_q: { a: 1 }, _form_token: ['..'] },
      ];
      for (const body of nonsense) {
        await send('post', `/${id}/feedback`)
          .set('User-Agent', 'Browser/1')
          .send(body)
          .expect(200)
          .expect(({ body: answer }) => expect(answer).toMatchObject({ status: 'validation_failed' }));
      }
      await send('post', `/${id}/feedback`)
        .set('Content-Type', 'multipart/form-data; boundary=x')
        .send('--x\r\nbroken')
        .expect(200);
      await send('post', `/${id}/feedback`).set('Content-Type', 'text/plain').send('hello').expect(200);
    });

    test('follow the settings of the form', async () => {
      const demo = await makeForm({ additional_settings: 'demo_mode: on' });
      await submit(demo, ANN).expect(({ body }) => expect(body).toMatchObject({ status: 'mail_sent' }));
      const silent = await makeForm({ additional_settings: 'skip_mail: on' });
      await submit(silent, ANN).expect(({ body }) => expect(body).toMatchObject({ status: 'mail_sent' }));
      const members = await makeForm({ additional_settings: 'subscribers_only: on' });
      await submit(members, ANN).expect(({ body }) => expect(body).toMatchObject({ status: 'error' }));
      await send('post', `/${members}/feedback`, 'reader')
        .send(ANN)
        .expect(({ body }) => expect(body).toMatchObject({ status: 'mail_sent' }));
      expect([(await submissions(demo)).length, (await submissions(silent)).length, site.mail.received.length]).toEqual(
        [0, 1, 1],
      );
    });
  });

  describe('challenges', () => {
    const fetchQuiz = async (id: number) =>
      ((await send('get', `/${id}/refill`).expect(200)).body as { quiz: Record<string, [string, string]> }).quiz
        .sum![1];
    const statusOf = async (id: number, fields: Body) =>
      ((await submit(id, fields).expect(200)).body as { status: string }).status;

    test('are used once: a replayed answer is refused', async () => {
      const id = await makeForm({ form: `${TEMPLATE} [quiz sum "2+2=?|4"]` });
      const other = await makeForm({ form: `${TEMPLATE} [quiz sum "2+2=?|4"]` });
      const proof = await fetchQuiz(id);
      const answer = { ...ANN, sum: ' 4', _wpcf7_quiz_answer_sum: proof };
      expect(await statusOf(id, { ...answer, sum: '5' })).toBe('validation_failed');
      expect(await statusOf(other, answer)).toBe('validation_failed');
      expect(await statusOf(id, { ...answer, _wpcf7_quiz_answer_sum: `${proof}x` })).toBe('validation_failed');
      const both = await Promise.all([statusOf(id, answer), statusOf(id, answer)]);
      expect(both.sort()).toEqual(['mail_sent', 'validation_failed']);
      expect(await statusOf(id, answer)).toBe('validation_failed');
      expect(site.mail.received).toHaveLength(1);
    });

    test('survive a mail that failed', async () => {
      const id = await makeForm({ form: `${TEMPLATE} [quiz sum "2+2=?|4"]` });
      const answer = { ...ANN, sum: '4', _wpcf7_quiz_answer_sum: await fetchQuiz(id) };
      site.mail.refuse = () => 550;
      expect(await statusOf(id, answer)).toBe('mail_failed');
      site.mail.refuse = () => undefined;
      expect(await statusOf(id, answer)).toBe('mail_sent');
    });

    test('are never cached; a form without any has none', async () => {
      const id = await makeForm();
      const { body, headers } = await send('get', `/${id}/refill`).expect(200);
      expect([body, headers['cache-control']]).toEqual([[], 'no-store']);
    });

    test('a token shows how long the visitor took and detects duplicate submissions', async () => {
      const id = await makeForm({ additional_settings: 'form_token: on' });
      const getToken = async () =>
        ((await send('get', `/${id}/refill?token=1`).expect(200)).body as { token: string }).token;
      expect(await statusOf(id, ANN)).toBe('spam');
      // A busy machine may be as slow as a person who types.
      await until(async () => {
        const asked = Date.now();
        const status = await statusOf(id, { ...ANN, _form_token: await getToken() });
        const isQuick = Date.now() - asked < 2000;
        if (isQuick) expect(status).toBe('spam');
        return isQuick;
      }, 'a form is sent within two seconds');
      site.mail.received.length = 0;
      const token = await getToken();
      await wait(2100);
      expect(await statusOf(id, { ...ANN, _form_token: token })).toBe('mail_sent');
      expect(await statusOf(id, { ...ANN, _form_token: token })).toBe('mail_sent');
      expect(site.mail.received).toHaveLength(1);

      // What is stored is a success to the visitor of a page, even if its mail fails; the inbox shows that.
      site.mail.refuseMessage = () => 451;
      const another = await getToken();
      await wait(2100);
      const { body } = await submit(id, { ...ANN, _form_token: another }).expect(200);
      expect(body).toMatchObject({ status: 'mail_sent' });
      expect(await statusOf(id, { ...ANN, _form_token: another })).toBe('mail_sent');
      const stored = (await submissions(id)).filter(({ status }) => status !== 'spam');
      expect(stored.map(({ status }) => status)).toEqual(['mail_sent', 'mail_failed']);
      site.mail.refuseMessage = () => undefined;
      await runJobsUntil(() => site.mail.received.length === 2);
    });
  });

  describe('files', () => {
    const attach = (id: number, name: string, content: Buffer) =>
      send('post', `/${id}/feedback`)
        .set('User-Agent', 'Browser/1')
        .field('your-name', 'Ann')
        .field('your-email', 'ann@x.test')
        .attach('doc', content, name);
    const folders = () => {
      const { uploadsDir } = site.service.app.get<Config>(CONFIG);
      return ['.nestpress-form-files', '.nestpress-incoming'].flatMap((folder) =>
        existsSync(join(uploadsDir, folder)) ? readdirSync(join(uploadsDir, folder)) : [],
      );
    };

    test('are attached, and nothing stays behind', async () => {
      const id = await makeForm({ form: `${TEMPLATE} [file* doc limit:1kb]`, mail: { ...MAIL, attachments: '[doc]' } });
      expect((await attach(id, '../a b.png', PNG).expect(200)).body).toMatchObject({ status: 'mail_sent' });
      expect(site.mail.received[0]!.source).toMatch(/filename="?a-b\.png/);
      expect(site.mail.received[0]!.source).toContain(PNG.toString('base64'));
      for (const [name, content] of [
        ['a.png', Buffer.from('<?php')],
        ['a.php', PNG],
        ['a.png', Buffer.concat([PNG, Buffer.alloc(2000)])],
      ] as const) {
        expect((await attach(id, name, content).expect(200)).body).toMatchObject({ status: 'validation_failed' });
      }
      expect((await submit(id, ANN).expect(200)).body).toMatchObject({ status: 'validation_failed' });
      await until(() => folders().length === 0);
      expect(site.mail.received).toHaveLength(1);
    });

    test('in a field that the form does not have are ignored, whatever their type', async () => {
      const id = await makeForm({
        form: `${TEMPLATE} [file upload]`,
        mail: { ...MAIL, attachments: '[upload] [doc]' },
      });
      expect((await attach(id, 'a.php', Buffer.from('<?php')).expect(200)).body).toMatchObject({ status: 'mail_sent' });
      expect(site.mail.received[0]!.source).not.toContain('a.php');
      await until(() => folders().length === 0);
    });

    test('wait with a mail that failed', async () => {
      const id = await makeForm({ form: `${TEMPLATE} [file doc]`, mail: { ...MAIL, attachments: '[doc]' } });
      site.mail.refuseMessage = () => 451;
      expect((await attach(id, 'a.png', PNG).expect(200)).body).toMatchObject({ status: 'mail_failed' });
      expect(folders()).toHaveLength(1);
      site.mail.refuseMessage = () => undefined;
      await runJobsUntil(() => site.mail.received.length === 1);
      expect(site.mail.received[0]!.source).toContain(PNG.toString('base64'));
      await runJobsUntil(() => folders().length === 0);
    });
  });
});

test('one address can send so much and no more', async () => {
  const service = await startTestApp({ RATE_LIMIT: 'on' });
  try {
    const admin = request(service.server).post(FORMS).auth('admin', ADMIN.password);
    const { body } = await admin.send({ form: TEMPLATE, mail: MAIL, context: 'save' }).expect(200);
    const { id } = body as { id: number };
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++) {
      const { status, headers } = await request(service.server)
        .post(`${FORMS}/${id}/feedback`)
        .set('User-Agent', 'Browser/1')
        .send(ANN);
      statuses.push(status);
      if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  } finally {
    await service.close();
  }
});
