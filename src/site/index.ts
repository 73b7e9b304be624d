/** Public API of this folder, for the features. */
export { isPluginActive } from './active-plugins.js';
export { storeSiteLanguage, TRANSLATED_LOCALES } from './installed-languages.js';
export { DEFAULT_DATE_FORMAT, localDate } from './local-date.js';
export { messagesOf, type Texts } from './messages/texts.js';
export { SiteIconStore } from './site-icon.store.js';
export {
  type AddressedSite,
  type AssignedMenus,
  type LocalizedEntry,
  type LocalizedMenus,
  type SiteLanguage,
  type SiteLanguages,
  SiteLanguagesRegistry,
} from './site-languages.js';
export { Site } from './site.js';
export { SiteService } from './site.service.js';
