/** Public API of this folder, for the features. */
export { WordPressConfig } from './config-groups.js';
export { Config, CONFIG } from './config.js';
export { ACTIVE_FEATURES } from './config.module.js';
export { childEnvironment } from './load-config.js';
export { type Listener } from './variable.decorators.js';
