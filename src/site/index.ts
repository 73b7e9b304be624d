/** Public API of this folder, for the features. */
export { isPluginActive } from './active-plugins.js';
export { Site } from './site.js';
export { SiteLanguagesRegistry } from './site-languages.js';
export { SiteService } from './site.service.js';
export { type Texts, messagesOf } from './messages/texts.js';
export { DEFAULT_DATE_FORMAT, localDate } from './local-date.js';
