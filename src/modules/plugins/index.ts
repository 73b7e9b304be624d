/** Public API of this folder, for the features. */
export { type Plugin, PluginsService } from './plugins.service.js';
