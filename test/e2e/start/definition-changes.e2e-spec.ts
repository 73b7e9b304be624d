import { request } from 'node:http';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { rule, storeGroups } from '../../support/acf-site.js';
import { eachEngine } from '../../support/app.js';
import { storeOptions } from '../../support/plugin-site.js';
import { startProcess } from '../../support/process.js';
import { createProcessSite } from '../../support/process-site.js';
import { until } from '../../support/until.js';

const ACF = 'secure-custom-fields/secure-custom-fields.php';
const CPT_UI = 'custom-post-type-ui/custom-post-type-ui.php';

/** Without a connection that is open. */
function statusOfNewConnection(url: string): Promise<number | undefined> {
  return new Promise((done, fail) => {
    request(url, { agent: false }, (response) => response.resume().once('end', () => done(response.statusCode)))
      .once('error', fail)
      .end();
  });
}

eachEngine((engine) => {
  test('what plugins define is followed without a request that fails', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'acf-json-'));
    const [groups, types] = [join(folder, 'groups'), join(folder, 'types.json')];
    mkdirSync(groups);
    const site = await createProcessSite(engine, { VARIANT: 'C', ACF_JSON: groups, CONTENT_TYPES: types });
    writeFileSync(types, '{}');
    const service = await startProcess(site.env);
    const get = async (path: string) => fetch(`${service.url}/wp-json/wp/v2${path}`);
    const fields = async () => {
      const [post] = (await (await get('/posts?per_page=1&_fields=acf')).json()) as { acf?: object }[];
      return Object.keys(post?.acf ?? {});
    };
    const failures: unknown[] = [];
    let isDone = false;
    const visit = async (read: () => Promise<number | undefined>) => {
      for (; !isDone; await new Promise((done) => setTimeout(done, 5)))
        await read().then(
          (status) => status === 200 || failures.push(status),
          (error: Error) => failures.push(error.cause ?? error),
        );
    };
    const visitors = Promise.all([
      visit(async () => (await get('/types')).status),
      visit(() => statusOfNewConnection(`${service.url}/wp-json/wp/v2/types`)),
    ]);
    try {
      expect(await fields()).toEqual([]);
      const database = await site.database();
      await storeOptions(database, { active_plugins: [ACF] });
      await storeGroups(database, [
        { title: 'Later', location: [[rule('post_type', 'post')]], fields: [{ name: 'subtitle', type: 'text' }] },
      ]);
      await until(async () => (await fields()).includes('subtitle'), 'a group of the database is served');

      expect((await get('/boats')).status).toBe(404);
      const boat = { name: 'boat', label: 'Boats', rest_base: 'boats', show_in_rest: 'true', public: 'true' };
      await storeOptions(database, { active_plugins: [ACF, CPT_UI], cptui_post_types: { boat } });
      await until(async () => (await get('/boats')).status === 200, 'a type of the database is served');

      const group = {
        key: 'group_file',
        title: 'File',
        show_in_rest: 1,
        location: [[rule('post_type', 'post')]],
        fields: [{ key: 'field_file', name: 'from_file', type: 'text' }],
      };
      writeFileSync(join(groups, 'group_file.json'), JSON.stringify(group));
      await until(async () => (await fields()).includes('from_file'), 'a group of a file is served');

      // A start that fails is repeated.
      rmSync(types);
      const ship = { ...boat, name: 'ship', label: 'Ships', rest_base: 'ships' };
      await storeOptions(database, { cptui_post_types: { boat, ship } });
      await until(async () => service.output().includes('goes on as before'), 'a start without the file fails');
      writeFileSync(types, '{}');
      await until(async () => (await get('/ships')).status === 200, 'the type is served after another start');

      const health = await (await fetch(`${service.url}/readyz`)).json();
      expect(health).toMatchObject({ status: 'ready' });
    } finally {
      isDone = true;
      await visitors;
      const { code } = await service.stop();
      await site.close();
      rmSync(folder, { recursive: true });
      expect({ failures, code }).toEqual({ failures: [], code: 0 });
    }
  });
});
