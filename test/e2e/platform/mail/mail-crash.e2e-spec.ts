import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Database } from '../../../../src/database/database.js';
import { ADMIN_AUTHORIZATION, eachEngine } from '../../../support/app.js';
import { crashSteps, hasEnded, startProcess } from '../../../support/process.js';
import { type ProcessSite, createProcessSite } from '../../../support/process-site.js';
import { startMailServer, type TestMailServer } from '../../../support/smtp.js';
import { until } from '../../../support/until.js';

const KILLER = join(import.meta.dirname, '../../../support/kill-at-mail.mjs');

/** MAIL_KILLS=100 is the long campaign. */
const KILLS = Number(process.env.MAIL_KILLS ?? 2);
const VISITORS = 4;
const MAX_PER_KILL = 12;

/** The steps between the visitor's click and the end of the job, and how often the mail may arrive. */
const STEPS = [
  { step: 'before storing', stored: 0, mails: [0] },
  { step: 'after storing', stored: 1, mails: [1] },
  // The server has it, and nothing here knows: it is sent again with the same Message-ID.
  { step: 'after sending', stored: 1, mails: [2] },
  { step: 'after ending', stored: 1, mails: [1] },
];

eachEngine((engine) => {
  describe('a process killed while it takes a form', () => {
    let mail: TestMailServer;
    let site: ProcessSite;
    let database: Database;
    let form: number;

    beforeAll(async () => {
      mail = await startMailServer();
      site = await createProcessSite(engine, { SMTP_URL: mail.url });
      const service = await startProcess(site.env);
      const answer = await fetch(`${service.url}/wp-json/forms/v1/contact-forms`, {
        method: 'POST',
        headers: { authorization: ADMIN_AUTHORIZATION, 'content-type': 'application/json' },
        body: JSON.stringify({
          title: 'Contact',
          context: 'save',
          form: '[text your-name]',
          mail: { recipient: 'boss@site.example', subject: 'News', body: '[your-name]', sender: 'site@site.example' },
        }),
      });
      form = ((await answer.json()) as { id: number }).id;
      await service.stop();
      database = await site.database();
    });
    afterAll(async () => {
      await site?.close();
      await mail?.close();
    });

    const rows = () =>
      database.query<{ status: string }>(`SELECT status FROM ${database.tables.own('form_submissions')} ORDER BY id`);
    const openJobs = () =>
      database.query(`SELECT id FROM ${database.tables.own('jobs')} WHERE kind = 'forms.mail' AND state = 'waiting'`);

    test.each(crashSteps(STEPS, engine))(
      '$step: the message is mailed if it was stored, never lost',
      async ({ step, stored, mails }) => {
        mail.received.length = 0;
        const before = (await rows()).length;
        const killed = await startProcess({ ...site.env, KILL_AT: step, NODE_OPTIONS: `--import=${KILLER}` });
        const body = new URLSearchParams({ _wpcf7: String(form), 'your-name': `Visitor at ${step}` });
        const url = `${killed.url}/wp-json/forms/v1/contact-forms/${form}/feedback`;
        await fetch(url, { method: 'POST', body }).catch(() => undefined);
        await until(() => hasEnded(killed), 'the process is killed');
        expect((await killed.ended).signal).toBe('SIGKILL');
        expect((await rows()).length - before).toBe(stored);

        // The claim of the killed process would expire in a minute.
        await database.transaction((tx) => tx.execute(`UPDATE ${database.tables.own('jobs')} SET claimed_until = 0`));
        const service = await startProcess(site.env);
        await until(async () => (await openJobs()).length === 0, 'no mail is waiting');
        await service.stop();
        expect(mails).toContain(mail.received.length);
        expect(mail.received.every(({ source }) => source.includes(`Visitor at ${step}`))).toBe(true);
        const ids = mail.received.map(({ source }) => /^Message-ID: (.*)$/im.exec(source)?.[1]);
        expect(new Set(ids).size).toBe(Math.min(mail.received.length, 1));
        expect((await rows()).slice(before)).toEqual(Array.from({ length: stored }, () => ({ status: 'mail_sent' })));
      },
    );

    test(`${KILLS} kills at any moment: no stored message is lost, and a repeated one has the same Message-ID`, async () => {
      mail.received.length = 0;
      const before = (await rows()).length;
      const acknowledged: string[] = [];
      let sent = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        const killed = await startProcess(site.env);
        const visitor = async () => {
          while (!hasEnded(killed)) {
            const name = `Visitor ${sent++}.`;
            const body = new URLSearchParams({ _wpcf7: String(form), 'your-name': name });
            const url = `${killed.url}/wp-json/forms/v1/contact-forms/${form}/feedback`;
            const answer = await fetch(url, { method: 'POST', body }).then(
              (response) => response.json() as Promise<{ status: string }>,
              () => undefined,
            );
            if (answer?.status === 'mail_sent') acknowledged.push(name);
          }
        };
        const visitors = Array.from({ length: VISITORS }, visitor);
        const enough = acknowledged.length + 1 + Math.floor(Math.random() * MAX_PER_KILL);
        await until(() => acknowledged.length >= enough, 'some messages are acknowledged');
        await killed.stop('SIGKILL');
        await Promise.all(visitors);
        await database.transaction((tx) => tx.execute(`UPDATE ${database.tables.own('jobs')} SET claimed_until = 0`));
      }
      const service = await startProcess(site.env);
      await until(async () => (await openJobs()).length === 0, 'no mail is waiting');
      await service.stop();
      const idsOf = new Map<string, string[]>();
      for (const { source } of mail.received) {
        const name = /Visitor \d+\./.exec(source)![0];
        idsOf.set(name, [...(idsOf.get(name) ?? []), /^Message-ID: (.*)$/im.exec(source)![1]!]);
      }
      const stored = (await rows()).slice(before);
      expect(stored.every(({ status }) => status === 'mail_sent')).toBe(true);
      expect(idsOf.size).toBe(stored.length);
      expect(acknowledged.filter((name) => !idsOf.has(name))).toEqual([]);
      expect([...idsOf.values()].filter((ids) => new Set(ids).size > 1)).toEqual([]);
      const repeated = [...idsOf.values()].filter((ids) => ids.length > 1).length;
      process.stdout.write(`${KILLS} kills (${engine}): ${stored.length} messages, 0 lost, ${repeated} repeated\n`);
    });
  });
});
