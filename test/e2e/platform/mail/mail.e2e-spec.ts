import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Database } from '../../../../src/database/database.js';
import { MailService } from '../../../../src/platform/mail/mail.service.js';
import { type MailMessage } from '../../../../src/platform/mail/message.js';
import { eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';
import { type ReceivedMail, startMailServer, type TestMailServer } from '../../../support/smtp.js';
import { until } from '../../../support/until.js';

const MESSAGE: MailMessage = { to: [{ address: 'ann@b.example' }], subject: 'Hello', text: 'Body' };

eachEngine((engine) => {
  let mail: TestMailServer;
  let service: TestApp;
  let database: Database;
  let ids: Awaited<ReturnType<typeof createUsers>>;
  const admin = clientOf(() => service, 'admin');
  const writer = clientOf(() => service, 'writer');
  const reader = clientOf(() => service, 'reader');

  beforeAll(async () => {
    mail = await startMailServer();
    service = await startTestApp({ SMTP_URL: mail.url }, engine);
    database = service.app.get(Database);
    ids = await createUsers(admin);
    await admin.post('/settings', { email: 'boss@site.test' }).expect(200);
    await quiet();
  });
  afterAll(async () => {
    await service.close();
    await mail.close();
  });
  beforeEach(() => {
    mail.received.length = 0;
    mail.refuse = () => undefined;
  });

  const jobs = () =>
    database.query<{ kind: string; state: string; attempts: number; last_error: string }>(
      `SELECT kind, state, attempts, last_error FROM ${database.tables.own('jobs')} ORDER BY id`,
    );
  const open = async () => (await jobs()).filter(({ state }) => state === 'waiting');

  /** Waits until nothing is left to do. */
  async function quiet(): Promise<ReceivedMail[]> {
    await until(async () => (await open()).length === 0, 'nothing is left to do');
    return mail.received;
  }

  async function hurry(): Promise<void> {
    await database.transaction((tx) => tx.execute(`UPDATE ${database.tables.own('jobs')} SET run_at = 0`));
  }

  describe('mail', () => {
    test('the moderator is notified of a held comment, the post author of an approved one', async () => {
      const { body: post } = await writer.post('/posts', { title: 'Scones', status: 'publish' }).expect(201);
      const { body: comment } = await reader
        .post('/comments', { post: post.id, content: 'Very <em>tasty</em>' })
        .expect(201);
      expect((await quiet()).map(({ to }) => to)).toEqual([['boss@site.test']]);
      expect(mail.received[0]!.source).toContain('Very tasty');

      await admin.post(`/comments/${comment.id}`, { status: 'approved' }).expect(200);
      expect((await quiet()).map(({ to }) => to)).toEqual([['boss@site.test'], ['writer@x.test']]);
      expect(mail.received[1]!.source).toContain('Reply-To: reader@x.test');

      await admin.post(`/comments/${comment.id}`, { status: 'approved', content: 'Very good' }).expect(200);
      await writer.post('/comments', { post: post.id, content: 'Thank you' }).expect(201);
      expect(await quiet()).toHaveLength(2);
    });

    test('the previous address is notified of a new password or address', async () => {
      await admin.post(`/users/${ids.other}`, { password: 'another one', email: 'new@x.test' }).expect(200);
      const mails = await quiet();
      expect(mails.map(({ to }) => to)).toEqual([['other@x.test'], ['other@x.test']]);
      expect(mails.map(({ source }) => source).join()).not.toContain('another one');
      await admin.post(`/users/${ids.other}`, { email: 'new@x.test', first_name: 'Same' }).expect(200);
      expect(await quiet()).toHaveLength(2);
    });

    test('the previous site address is notified of a change; a refused change notifies no one', async () => {
      await admin.post('/settings', { email: 'nonsense' });
      await admin.post(`/users/${ids.other}`, { password: 'yet another', slug: 'reader' }).expect(400);
      expect(await quiet()).toEqual([]);
      await admin.post('/settings', { email: 'chief@site.test' }).expect(200);
      expect((await quiet()).map(({ to }) => to)).toEqual([['boss@site.test']]);
      await admin.post('/settings', { email: 'boss@site.test' }).expect(200);
      await quiet();
    });

    test('is delivered at once, or queued and delivered later', async () => {
      const sender = service.app.get(MailService);
      expect(await sender.deliver(MESSAGE)).toBe(true);
      expect(mail.received[0]).toMatchObject({ from: 'boss@site.test', to: ['ann@b.example'] });

      mail.refuse = () => 451;
      expect(await sender.deliver(MESSAGE)).toBe(false);
      expect(await open()).toMatchObject([{ kind: 'mail', attempts: 1, last_error: expect.stringContaining('451') }]);
      mail.refuse = () => undefined;
      await hurry();
      expect(await quiet()).toHaveLength(2);
    });

    test('refused permanently: becomes a dead job that stays visible', async () => {
      mail.refuse = () => 550;
      expect(await service.app.get(MailService).deliver(MESSAGE)).toBe(false);
      expect((await jobs()).at(-1)).toMatchObject({
        state: 'dead',
        attempts: 1,
        last_error: expect.stringContaining('550'),
      });
    });

    test('of two recipients the one refused for now gets it later, the other not again', async () => {
      mail.refuse = (address) => (address === 'late@b.example' ? 451 : undefined);
      expect(await service.app.get(MailService).deliver({ ...MESSAGE, cc: [{ address: 'late@b.example' }] })).toBe(
        true,
      );
      mail.refuse = () => undefined;
      await hurry();
      expect((await quiet()).map(({ to }) => to)).toEqual([['ann@b.example'], ['late@b.example']]);
      const ids = mail.received.map(({ source }) => /^Message-ID: (.*)$/im.exec(source)?.[1]);
      expect(ids[0]).toBe(ids[1]);
    });

    test('sent only if the transaction stands', async () => {
      const sender = service.app.get(MailService);
      const failed = database.transaction(async (tx) => {
        await sender.enqueue(tx, MESSAGE);
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      await database.transaction((tx) => sender.enqueue(tx, { ...MESSAGE, subject: 'Stands' }));
      expect(await quiet()).toHaveLength(1);
      expect(mail.received[0]!.source).toContain('Subject: Stands');
    });

    const bcc = 'Bcc: evil@x.example';
    test.each([
      `\r\n${bcc}`,
      `\n${bcc}`,
      `\r${bcc}`,
      `\u2028${bcc}`,
      '\0',
      '\r\n\r\nanother body',
      '\r\n.\r\nMAIL FROM:<x@y.example>',
    ])('no header can be broken out of with %j', async (bad) => {
      const sender = service.app.get(MailService);
      const before = (await jobs()).length;
      const hostile: MailMessage[] = [
        { ...MESSAGE, subject: `x${bad}` },
        { ...MESSAGE, to: [{ address: `a@b.example${bad}` }] },
        { ...MESSAGE, to: [{ name: bad, address: 'a@b.example' }] },
        { ...MESSAGE, replyTo: [{ address: `a@b.example${bad}` }] },
        { ...MESSAGE, from: { name: bad } },
        { ...MESSAGE, headers: { 'X-Test': bad } },
      ];
      for (const message of hostile) {
        expect(await sender.deliver(message)).toBe(false);
        expect(await database.transaction((tx) => sender.enqueue(tx, message))).toBe(false);
      }
      expect(await jobs()).toHaveLength(before);
      expect(await sender.deliver({ ...MESSAGE, text: bad })).toBe(true);
      expect(mail.received.map(({ to }) => to)).toEqual([['ann@b.example']]);
      expect(mail.received[0]!.source.split('\r\n\r\n')[0]).not.toMatch(/^(?:Bcc|MAIL)/im);
    });
  });
});
