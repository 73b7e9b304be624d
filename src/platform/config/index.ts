/** Public API of this folder, for the features. */
export { WordPressConfig } from './config-groups.js';
export { Config, CONFIG } from './config.js';
export { ACTIVE_FEATURES } from './config.module.js';
export { childEnvironment } from './load-config.js';
export { packageFolder, packageVersion } from './package-info.js';
export { RestartService } from './restart.service.js';
export { isKindFixed, servesKind, SITE_KINDS, type SiteKind, siteKind, storeSiteKind } from './site-kind.js';
export { type Listener } from './variable.decorators.js';
