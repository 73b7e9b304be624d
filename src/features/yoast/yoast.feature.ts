import { OptionsStore } from '../../database/index.js';
import { type Config } from '../../platform/config/index.js';
import { openConfiguredDatabase } from '../../platform/start/prepare-database.js';
import { defineFeature } from '../../feature.js';
import { checkYoast } from './yoast.check.js';
import { HeadFields } from './yoast-fields.js';
import { isPluginActive } from './yoast-options.js';
import { YoastModule } from './yoast.module.js';

/** Heads of Yoast SEO, where it is one of the active plugins of the database. */
export const YOAST = defineFeature({
  name: 'yoast',
  namespaces: ['yoast/v1'],
  checks: [['yoast', checkYoast]],
  definitionsVersion: ({ plugins }) => String(isPluginActive(plugins)),
  async contribute({ config }) {
    if (!(await isInDatabase(config))) return {};
    const fields = new HeadFields();
    return { modules: [YoastModule.forRoot(fields)], content: fields.declarations() };
  },
});

async function isInDatabase(config: Config): Promise<boolean> {
  const database = await openConfiguredDatabase(config);
  try {
    return isPluginActive(await new OptionsStore(database).get('active_plugins'));
  } finally {
    await database.close();
  }
}
