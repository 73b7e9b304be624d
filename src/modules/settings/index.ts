/** Public API of this folder, for the features. */
export { type PluginSetting } from './plugin-settings.js';
export { SettingsAdminModule } from './settings.admin.module.js';
export { SettingsPolicy } from './settings.policy.js';
export { SettingsWriter } from './settings.writer.js';
