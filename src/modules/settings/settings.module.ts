import { Global, Module, type Type } from '@nestjs/common';
import { PLUGIN_SETTINGS, type PluginSetting } from './plugin-settings.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { DeclaredSettingsService } from './declared-settings.service.js';
import { settingsController } from './settings.controller.js';
import { SettingsPolicy } from './settings.policy.js';
import { SettingsService } from './settings.service.js';

/** The settings of WordPress and those that plugins and modules registered. Global, so that modules of a site need not import it. */
export function settingsModule(ofPlugins: readonly PluginSetting[] = []): Type<object> {
  @Global()
  @Module({
    imports: [NotificationsModule],
    controllers: [settingsController(ofPlugins)],
    providers: [
      SettingsPolicy,
      SettingsService,
      { provide: PLUGIN_SETTINGS, useValue: ofPlugins },
      DeclaredSettingsService,
    ],
    exports: [DeclaredSettingsService],
  })
  class SettingsModule {}
  return SettingsModule;
}
