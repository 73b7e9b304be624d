import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../src/database/database.js';
import { ADMIN, type EngineName, startTestApp, type TestApp } from './app.js';
import { clientOf, createUsers, PASSWORD } from './clients.js';
import { startMailServer, type TestMailServer } from './smtp.js';

export const FORMS = '/wp-json/forms/v1/contact-forms';
export const MAIL = {
  subject: '[your-subject]',
  sender: '[your-name] <form@site.test>',
  recipient: 'boss@site.test',
  body: '[your-message]',
  additional_headers: 'Reply-To: [your-email]',
};
export const TEMPLATE =
  '[text* your-name] [email* your-email id:mail] [text your-subject] [textarea your-message] [submit]';
export const ANN = { 'your-name': 'Ann', 'your-email': 'ann@x.test', 'your-subject': 'Hi', 'your-message': 'Hello' };

type Body = Record<string, unknown>;

/** A site with a mail server and users of all roles for all tests of a suite; each test begins without mail. */
export function withFormsSite(engine: EngineName) {
  const site = {} as { mail: TestMailServer; service: TestApp; database: Database };

  beforeAll(async () => {
    site.mail = await startMailServer();
    site.service = await startTestApp({ SMTP_URL: site.mail.url }, engine);
    site.database = site.service.app.get(Database);
    await createUsers(clientOf(() => site.service, 'admin'));
  });
  afterAll(async () => {
    await site.service.close();
    await site.mail.close();
  });
  beforeEach(() => {
    site.mail.received.length = 0;
    site.mail.refuse = () => undefined;
    site.mail.refuseMessage = () => undefined;
  });

  const send = (method: 'get' | 'post' | 'put' | 'delete', path: string, login?: string) => {
    const sent = request(site.service.server)[method](FORMS + path);
    return login === undefined ? sent : sent.auth(login, login === 'admin' ? ADMIN.password : PASSWORD);
  };

  async function makeForm(properties: Body = {}): Promise<number> {
    const { body } = await send('post', '', 'admin')
      .send({ title: 'Contact', form: TEMPLATE, mail: MAIL, context: 'save', ...properties })
      .expect(200);
    return (body as { id: number }).id;
  }

  const submit = (id: number, fields: Body) =>
    send('post', `/${id}/feedback`).set('User-Agent', 'Browser/1').type('form').send(fields);

  const submissions = (id: number) =>
    site.database.query<{ status: string; fields: string; about: string }>(
      `SELECT status, fields, about FROM ${site.database.tables.own('form_submissions')} WHERE form_id = ? ORDER BY id`,
      [id],
    );

  return { site, send, makeForm, submit, submissions };
}
