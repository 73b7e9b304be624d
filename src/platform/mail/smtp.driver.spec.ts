import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startMailServer, type TestMailServer } from '../../../test/support/smtp.js';
import { PermanentFailure } from '../jobs/job.js';
import { type OutgoingMessage } from './message.js';
import { SmtpDriver } from './smtp.driver.js';

const MESSAGE: OutgoingMessage = {
  from: { name: 'Sité', address: 'site@site.example' },
  to: [{ name: 'Ann', address: 'ann@b.example' }],
  subject: 'Grüße',
  text: 'Line one\n.\nLine two',
  messageId: '<token@site.example>',
  recipients: ['ann@b.example'],
};

let server: TestMailServer;
let driver: SmtpDriver;
beforeEach(async () => {
  server = await startMailServer();
  driver = new SmtpDriver(server.url);
});
afterEach(async () => {
  driver.close();
  await server.close();
});

describe('SmtpDriver', () => {
  test('sends headers, both bodies and attachments; hidden recipients stay hidden', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nestpress-mail-'));
    writeFileSync(join(folder, 'note.txt'), 'attached words');
    await driver.send({
      ...MESSAGE,
      html: '<p>Line</p>',
      cc: [{ address: 'cc@b.example' }],
      bcc: [{ address: 'hidden@b.example' }],
      replyTo: [{ address: 'reply@b.example' }],
      headers: { 'X-Form': '7' },
      attachments: [{ path: join(folder, 'note.txt'), name: 'nöte.txt', type: 'text/plain' }],
      recipients: ['ann@b.example', 'cc@b.example', 'hidden@b.example'],
    });
    rmSync(folder, { recursive: true });
    const [mail] = server.received;
    expect(mail).toMatchObject({
      from: 'site@site.example',
      to: ['ann@b.example', 'cc@b.example', 'hidden@b.example'],
    });
    const headers = [
      'To: Ann <ann@b.example>',
      'Cc: cc@b.example',
      'Reply-To: reply@b.example',
      'X-Form: 7',
      'Message-ID: <token@site.example>',
    ];
    for (const part of [...headers, '<p>Line</p>', 'Line two']) expect(mail!.source).toContain(part);
    expect(mail!.source).toContain(Buffer.from('attached words').toString('base64'));
    expect(mail!.source).not.toContain('hidden@');
  });

  test('a temporary refusal is an ordinary failure, a final one a permanent', async () => {
    server.refuse = () => 451;
    await expect(driver.send(MESSAGE)).rejects.not.toBeInstanceOf(PermanentFailure);
    server.refuse = () => 550;
    await expect(driver.send(MESSAGE)).rejects.toBeInstanceOf(PermanentFailure);
    server.refuse = () => undefined;
    server.refuseMessage = () => 452;
    await expect(driver.send(MESSAGE)).rejects.not.toBeInstanceOf(PermanentFailure);
    server.refuseMessage = () => 554;
    await expect(driver.send(MESSAGE)).rejects.toBeInstanceOf(PermanentFailure);
    server.refuseMessage = () => undefined;
    expect(await driver.send(MESSAGE)).toEqual({ postponed: [] });
  });

  test('of several recipients those refused for now are named', async () => {
    server.refuse = (address) => ({ 'later@b.example': 451, 'never@b.example': 550 })[address];
    const recipients = ['ann@b.example', 'later@b.example', 'never@b.example'];
    expect(await driver.send({ ...MESSAGE, recipients })).toEqual({ postponed: ['later@b.example'] });
    expect(server.received[0]?.to).toEqual(['ann@b.example']);
    server.refuse = (address) => (address === 'never@b.example' ? 550 : 451);
    await expect(driver.send({ ...MESSAGE, recipients })).rejects.not.toBeInstanceOf(PermanentFailure);
  });

  test('a server that is not there is an ordinary failure, an attachment that is not there a permanent', async () => {
    await expect(driver.send({ ...MESSAGE, attachments: [{ path: '/nonexistent/file' }] })).rejects.toBeInstanceOf(
      PermanentFailure,
    );
    const nowhere = new SmtpDriver('smtp://127.0.0.1:1');
    await expect(nowhere.send(MESSAGE)).rejects.toMatchObject({ code: expect.any(String) });
    await expect(nowhere.send(MESSAGE)).rejects.not.toBeInstanceOf(PermanentFailure);
    nowhere.close();
  });
});
