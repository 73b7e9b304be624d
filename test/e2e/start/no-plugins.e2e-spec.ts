import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { defineService } from '../../../src/start/define-service.js';
import { countQueries } from '../../../src/database/engine/query-counter.js';
import { Database } from '../../../src/database/database.js';
import { ACF, LANGUAGES, PLUGIN_TYPES, RANK_MATH, YOAST } from '../../../src/features.js';
import { CONFIG, type Config } from '../../../src/platform/config/config.js';
import { definitionsVersion, readDefinitionsSource } from '../../../src/start/definition-changes.service.js';
import { eachEngine, startTestApp, type TestApp } from '../../support/app.js';

const PLUGIN_FEATURES = [ACF, LANGUAGES, PLUGIN_TYPES, RANK_MATH, YOAST];

/** What plugins store has names of theirs. */
const OF_PLUGINS = /acf|cptui|_pods|polylang|\bicl_|term_language|post_translations|yoast|wpseo|rank[_-]math/i;

eachEngine((engine) => {
  let service: TestApp;
  beforeAll(async () => (service = await startTestApp({ VARIANT: 'C' }, engine)));
  afterAll(() => service.close());

  test('a site without plugins is looked at once, also when changes are looked for', async () => {
    const database = service.app.get(Database);
    const config = service.app.get<Config>(CONFIG);
    const { statements } = await countQueries(async () => {
      const source = await readDefinitionsSource(database, config);
      await definitionsVersion(PLUGIN_FEATURES, source);
    });
    expect(statements).toEqual([expect.stringMatching(/FROM \S*options/)]);
  });

  test('features of plugins add neither routes nor statements to it', async () => {
    const config = service.app.get<Config>(CONFIG);
    const { features } = await defineService(config);
    expect(features).toEqual(expect.arrayContaining(PLUGIN_FEATURES));
    const { body: index } = await request(service.server).get('/wp-json/').expect(200);
    expect(index.namespaces.filter((name: string) => /^(pll|yoast|rankmath)\//.test(name))).toEqual([]);
    const { statements } = await countQueries(
      async () => {
        for (const path of ['posts', 'pages', 'categories', 'users', 'comments', 'media']) {
          const { body } = await request(service.server).get(`/wp-json/wp/v2/${path}?per_page=100`).expect(200);
          for (const item of body as object[])
            for (const name of ['acf', 'lang', 'yoast_head_json', 'seo']) expect(item).not.toHaveProperty(name);
        }
      },
      { everywhere: true },
    );
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.filter((sql) => OF_PLUGINS.test(sql))).toEqual([]);
  });
});
