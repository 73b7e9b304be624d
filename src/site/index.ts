/** Public API of this folder, for the features. */
export { isPluginActive } from './active-plugins.js';
export { Site } from './site.js';
export { SiteLanguagesRegistry } from './site-languages.js';
export { SiteService } from './site.service.js';
