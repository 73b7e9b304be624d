import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Database } from '../../../../src/database/database.js';
import { openDatabase } from '../../../../src/database/drivers/open.js';
import { ADMIN, ADMIN_AUTHORIZATION, eachEngine } from '../../../support/app.js';
import { spawnCli } from '../../../support/cli.js';
import { createMysqlDatabase } from '../../../support/databases.js';
import { type ServiceProcess, startProcess } from '../../../support/process.js';
import { until } from '../../../support/until.js';

eachEngine((engine) => {
  describe('a site without SMTP_URL', () => {
    let folder: string;
    let place: Awaited<ReturnType<typeof createMysqlDatabase>> | undefined;
    let env: Record<string, string>;
    let service: ServiceProcess;
    let database: Database;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'nestpress-mail-unset-'));
      place = engine === 'mysql' ? await createMysqlDatabase() : undefined;
      env = { DATA_DIR: folder, ADMIN_PASSWORD: ADMIN.password, ...(place && { DATABASE_URL: place.url }) };
      service = await startProcess({ ...env, RATE_LIMIT: 'off', LOG_LEVEL: 'info' });
      database = await openDatabase({ url: place?.url, file: join(folder, 'nestpress.sqlite'), tablePrefix: 'wp_' });
    });
    afterAll(async () => {
      await service?.stop();
      await database?.close();
      await place?.drop();
      rmSync(folder, { recursive: true, force: true });
    });

    test('a form submission is stored, the visitor learns that it was not delivered, and the owner is warned', async () => {
      const forms = `${service.url}/wp-json/forms/v1/contact-forms`;
      const created = await fetch(forms, {
        method: 'POST',
        headers: { authorization: ADMIN_AUTHORIZATION, 'content-type': 'application/json' },
        body: JSON.stringify({
          title: 'Contact',
          context: 'save',
          form: '[text your-name]',
          mail: { recipient: 'boss@site.example', subject: 'News', body: '[your-name]', sender: 'site@site.example' },
          messages: { mail_sent_ok: 'It was sent.', mail_sent_ng: 'It was not delivered.' },
        }),
      });
      const { id } = (await created.json()) as { id: number };
      const body = new URLSearchParams({ _wpcf7: String(id), 'your-name': 'Ann' });
      const response = await fetch(`${forms}/${id}/feedback`, { method: 'POST', body });
      expect(await response.json()).toMatchObject({ status: 'mail_failed', message: 'It was not delivered.' });
      const submissions = database.tables.own('form_submissions');
      const rows = await database.query<{ status: string; fields: string }>(
        `SELECT status, fields FROM ${submissions}`,
      );
      expect(rows).toEqual([{ status: 'mail_failed', fields: expect.stringContaining('Ann') }]);
      const waiting = `SELECT id FROM ${database.tables.own('jobs')} WHERE kind IN ('mail', 'forms.mail')`;
      expect(await database.query(waiting)).toEqual([]);
      await until(() => service.output().includes('SMTP_URL is not set: no mail is sent.'), 'the warning is logged');
    });

    test('is warned about by the doctor', async () => {
      const { out } = await spawnCli(env, ['doctor']);
      expect(out).toMatch(/No mail is sent: .*waits in the inbox/);
      expect(out).toContain('Set SMTP_URL.');
    });
  });
});
