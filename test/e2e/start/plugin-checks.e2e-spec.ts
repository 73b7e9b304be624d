import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '../../../src/database/database.js';
import { ACF, LANGUAGES, PLUGIN_TYPES, YOAST } from '../../../src/features.js';
import { CONFIG } from '../../../src/platform/config/index.js';
import { type DoctorContext } from '../../../src/platform/diagnostics/index.js';
import { rule, storeGroups } from '../../support/acf-site.js';
import { eachEngine, type TestApp } from '../../support/app.js';
import { startPluginSite, storeOptions } from '../../support/plugin-site.js';
import { insertLanguages } from '../../support/polylang-site.js';

const PLUGINS = [
  'secure-custom-fields/secure-custom-fields.php',
  'custom-post-type-ui/custom-post-type-ui.php',
  'polylang/polylang.php',
  'wordpress-seo/wp-seo.php',
];
const TYPES = {
  tome: { name: 'tome', label: 'Tomes', show_in_rest: 'true' },
  own: { name: 'own', label: 'Own', show_in_rest: 'true', rest_controller_class: 'My_Controller' },
};

eachEngine((engine) => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startPluginSite(
      engine,
      '',
      {
        active_plugins: PLUGINS,
        cptui_post_types: TYPES,
        polylang: { default_lang: 'en', sync: ['taxonomies', 'post_date'] },
      },
      {
        fill: async (database) => {
          await insertLanguages(database);
          await storeGroups(database, [
            { title: 'Shown', location: [[rule('post_type', 'post')]], fields: [{ name: 'a', type: 'text' }] },
            { title: 'Internal', isHidden: true, location: [[rule('post_type', 'post')]], fields: [] },
          ]);
        },
      },
    );
  });
  afterAll(() => service.close());

  test('doctor has rows of each feature that serves a plugin, and none without the plugins', async () => {
    const database = service.app.get(Database);
    const context = { database, config: service.app.get(CONFIG), isServing: false } as unknown as DoctorContext;
    const rows = async () => {
      const checks = [ACF, LANGUAGES, PLUGIN_TYPES, YOAST].flatMap((feature) => feature.checks ?? []);
      const results = await Promise.all(checks.map(([, check]) => check(context)));
      return results.flat().map(({ check, message }) => `${check}: ${message}`);
    };
    expect(await rows()).toEqual([
      'acf: Fields of 1 groups are served from the database or ACF_JSON.',
      expect.stringMatching(/^acf: Not shown, .* Internal\.$/),
      'languages: Languages of Polylang are served from the database: en, fr, ar.',
      expect.stringMatching(/^languages: Polylang synchronizes taxonomies, post_date between translations/),
      'plugin-types: Types tome: from Custom Post Type UI.',
      expect.stringMatching(/^plugin-types: Not served: Type "own" of Custom Post Type UI: .*My_Controller/),
      expect.stringMatching(/^yoast: Heads of Yoast SEO/),
      expect.stringMatching(/^yoast: AUTH_KEY and AUTH_SALT/),
    ]);
    await storeOptions(database, { active_plugins: [] });
    expect(await rows()).toEqual([]);
  });
});
