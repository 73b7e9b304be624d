import { consoleExtensionsOf } from '../../content-model/index.js';
import { defineFeature } from '../../feature.js';
import { isConsoleServed } from '../admin-api/admin-api.config.js';
import { ADMIN_API } from '../admin-api/admin-api.feature.js';
import { ConsoleModule } from './console.module.js';

/** The console: its files, sign-in and accounts. */
export const CONSOLE = defineFeature({
  name: 'console',
  isWeb: true,
  requires: [ADMIN_API],
  paths: ['/console'],
  setupPath: '/console/setup',
  links: { Console: '/console/' },
  isActive: isConsoleServed,
  contribute: ({ config, content }) => ({
    modules: [
      ConsoleModule.register({
        hasWordPress: config.wordpress !== undefined,
        extensions: consoleExtensionsOf(content),
      }),
    ],
    generatesKeys: true,
  }),
});
