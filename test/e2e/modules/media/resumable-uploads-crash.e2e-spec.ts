import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { In } from 'typeorm';
import { Post } from '../../../../src/database/entities/index.js';
import { ADMIN_AUTHORIZATION, eachEngine } from '../../../support/app.js';
import { startProcess } from '../../../support/process.js';
import { type ProcessSite, createProcessSite } from '../../../support/process-site.js';
import { until } from '../../../support/until.js';

const SIZE = 3 * 1024 * 1024;
const HALF = SIZE / 2;
const FILE = new Uint8Array(SIZE).fill(0x61);
const TUS = { authorization: ADMIN_AUTHORIZATION, 'tus-resumable': '1.0.0' };

eachEngine((engine) => {
  describe('a process killed in the middle of an upload', () => {
    let site: ProcessSite;

    beforeAll(async () => {
      site = await createProcessSite(engine);
    });
    afterAll(() => site?.close());

    test('the next process continues it, and two processes that finish it create one item', async () => {
      const killed = await startProcess(site.env);
      const created = await fetch(`${killed.url}/wp-json/nestpress/v1/uploads`, {
        method: 'POST',
        headers: {
          ...TUS,
          'upload-length': String(SIZE),
          'upload-metadata': `filename ${Buffer.from('crash.txt').toString('base64')}`,
        },
      });
      expect(created.status).toBe(201);
      const path = created.headers.get('location')!;
      const offsetAt = async (url: string) => {
        const { headers } = await fetch(url + path, { method: 'HEAD', headers: TUS });
        return Number(headers.get('upload-offset'));
      };
      const patch = (url: string, offset: number, body: RequestInit['body']) =>
        fetch(url + path, {
          method: 'PATCH',
          headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
          body,
          duplex: 'half',
        } as RequestInit);

      async function* stalled() {
        yield FILE.subarray(0, HALF);
        await wait(60_000, undefined, { ref: false });
      }
      const broken = patch(killed.url, 0, ReadableStream.from(stalled()) as RequestInit['body']).catch(() => 'broken');
      const stored = join(site.folder, 'uploads/.nestpress-uploads', path.split('/').at(-1)!);
      await until(async () => (await stat(stored)).size > HALF / 2, 'a part is on disk');
      await killed.stop('SIGKILL');
      expect(await broken).toBe('broken');

      const services = [await startProcess(site.env), await startProcess(site.env)];
      const [first, second] = services.map(({ url }) => url) as [string, string];
      const offset = await offsetAt(first);
      expect(offset).toBeGreaterThan(HALF / 2);
      expect((await patch(second, offset, FILE.subarray(offset, SIZE - 10))).status).toBe(204);
      const results = await Promise.all([first, second].map((url) => patch(url, SIZE - 10, FILE.subarray(SIZE - 10))));
      // One may have come too late for its part; then it reads the result.
      const ends = await Promise.all(
        [first, second].map(async (url) => (await fetch(url + path, { method: 'HEAD', headers: TUS })).headers),
      );
      for (const service of services) await service.stop();
      expect(results.some(({ status }) => status === 204)).toBe(true);
      expect(new Set(ends.map((headers) => headers.get('location'))).size).toBe(1);
      expect(ends[0]!.get('location')).toMatch(/wp\/v2\/media\/\d+$/);
      const { manager } = await site.database();
      // The process that lost may have taken the name of the file first.
      expect(await manager.countBy(Post, { type: 'attachment', title: In(['crash', 'crash-1']) })).toBe(1);
    });
  });
});
