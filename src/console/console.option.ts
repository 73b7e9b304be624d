import { type Type } from '@nestjs/common';
import { type ServiceOption } from '../service-option.js';
import { consoleExtensionsOf } from '../site/model/declarations.js';
import { CrawlerAdminModule } from './api/crawler-admin.module.js';
import { NestpressApiModule } from './api/nestpress-api.module.js';
import { PopupAdminModule } from './api/popup-admin.module.js';
import { ConsoleModule } from './console.module.js';
import { FormInboxModule } from './inbox/form-inbox.module.js';

/** Modules of nestpress/v1 for the profile's extensions. */
const EXTENSION_APIS: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['cache', CrawlerAdminModule],
  ['forms', FormInboxModule],
  ['popups', PopupAdminModule],
]);

/** The console and its API, each where it is switched on. */
export const CONSOLE: ServiceOption = {
  contribute: ({ config, features, profile, content }) => ({
    modules: [
      ...(features.api
        ? [NestpressApiModule, ...profile.extensions.flatMap((extension) => EXTENSION_APIS.get(extension) ?? [])]
        : []),
      ...(features.console
        ? [
            ConsoleModule.register({
              hasApi: features.api,
              hasWordPress: config.wordpress !== undefined,
              extensions: consoleExtensionsOf(content),
            }),
          ]
        : []),
    ],
  }),
};
