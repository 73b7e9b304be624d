import { defineFeature } from '../../feature.js';
import { checkYoast } from './yoast.check.js';
import { HeadFields } from '../../modules/entries/index.js';
import { YOAST_HEADS, YOAST_META } from './yoast-fields.js';
import { isPluginActive } from './yoast-options.js';
import { YoastModule } from './yoast.module.js';

/** Heads of Yoast SEO, where it is one of the active plugins of the database. */
export const YOAST = defineFeature({
  name: 'yoast',
  namespaces: ['yoast/v1'],
  checks: [['yoast', checkYoast]],
  definitionsVersion: ({ plugins }) => String(isPluginActive(plugins)),
  contribute({ plugins }) {
    if (!isPluginActive(plugins)) return {};
    const fields = new HeadFields(YOAST_HEADS);
    return { modules: [YoastModule.forRoot(fields)], content: [...fields.declarations(), ...YOAST_META] };
  },
});
