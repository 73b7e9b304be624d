import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Like } from 'typeorm';
import { Post } from '../../../../src/database/entities/index.js';
import { Job } from '../../../../src/platform/jobs/job.entity.js';
import { ADMIN_AUTHORIZATION, eachEngine } from '../../../support/app.js';
import { type ServiceProcess, startProcess } from '../../../support/process.js';
import { createProcessSite, type ProcessSite } from '../../../support/process-site.js';
import { until } from '../../../support/until.js';

interface Import {
  id: number;
  state: string;
  progress: number;
  imported: number;
  result: { imported: number; alreadyHere: number } | null;
}

const ENTRIES = 4000;

const item = (number: number) => `<item>
  <title>Moved ${number}</title><link>http://old.test/?p=${number + 1000}</link><guid isPermaLink="false">http://old.test/?p=${number + 1000}</guid>
  <dc:creator><![CDATA[admin]]></dc:creator><content:encoded><![CDATA[Text ${number}]]></content:encoded>
  <wp:post_id>${number + 1000}</wp:post_id><wp:post_date>2020-01-01 00:00:00</wp:post_date><wp:post_name>moved-${number}</wp:post_name>
  <wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
</item>`;

const EXPORT = `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old</title><link>http://old.test</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>http://old.test</wp:base_site_url><wp:base_blog_url>http://old.test</wp:base_blog_url>
${Array.from({ length: ENTRIES }, (_, index) => item(index)).join('\n')}
</channel></rss>`;

eachEngine((engine) => {
  describe('an import of a site with two processes', () => {
    let site: ProcessSite;
    let processes: [first: ServiceProcess, second: ServiceProcess];

    beforeAll(async () => {
      site = await createProcessSite(engine, { CONSOLE: 'on' });
      processes = [await startProcess(site.env), await startProcess(site.env)];
    });
    afterAll(async () => {
      await Promise.all((processes ?? []).map((service) => service.stop('SIGKILL')));
      await site?.close();
    });

    test('is seen in both, and the other one continues it when the first is killed', async () => {
      const ask = async <T>(index: 0 | 1, path: string, options: RequestInit = {}) => {
        const url = `${processes[index].url}/wp-json/nestpress/v1/imports${path}`;
        const response = await fetch(url, { ...options, headers: { authorization: ADMIN_AUTHORIZATION } });
        expect(response.status).toBeLessThan(300);
        return (await response.json()) as T;
      };
      const body = new FormData();
      body.append('file', new Blob([EXPORT], { type: 'text/xml' }), 'old.xml');
      const { id } = await ask<Import>(0, '', { method: 'POST', body });
      expect(await ask<Import[]>(1, '')).toMatchObject([{ id, state: 'ready' }]);

      await ask(0, `/${id}`, { method: 'POST' });
      let seen: Import | undefined;
      await until(async () => {
        seen = (await ask<Import[]>(1, ''))[0];
        return seen!.imported > 0 || seen!.state !== 'running';
      }, 'the other process shows progress');
      expect(seen).toMatchObject({ id, state: 'running' });
      expect(seen!.progress).toBeGreaterThan(0);

      await processes[0].stop('SIGKILL');
      const database = await site.database();
      // What a minute does.
      await database.transaction((tx) => tx.manager.update(Job, { kind: 'imports.run' }, { claimedUntil: 0 }));
      await until(async () => (await ask<Import>(1, `/${id}`)).state === 'done', 'the import is complete');
      const { result, progress } = await ask<Import>(1, `/${id}`);
      expect(progress).toBe(1);
      expect(result!.imported + result!.alreadyHere).toBe(ENTRIES);
      expect(result!.alreadyHere).toBeGreaterThan(0);
      expect(await database.manager.countBy(Post, { type: 'post', title: Like('Moved %') })).toBe(ENTRIES);
    });
  });
});
