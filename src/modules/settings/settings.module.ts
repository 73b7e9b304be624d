import { Module, type Type } from '@nestjs/common';
import { type PluginSetting } from './plugin-settings.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PLUGIN_SETTINGS } from './plugin-settings.js';
import { settingsController } from './settings.controller.js';
import { SettingsPolicy } from './settings.policy.js';
import { SettingsService } from './settings.service.js';

/** The settings of WordPress and those that plugins registered. */
export function settingsModule(ofPlugins: readonly PluginSetting[] = []): Type<object> {
  @Module({
    imports: [NotificationsModule],
    controllers: [settingsController(ofPlugins)],
    providers: [SettingsPolicy, SettingsService, { provide: PLUGIN_SETTINGS, useValue: ofPlugins }],
  })
  class SettingsModule {}
  return SettingsModule;
}
