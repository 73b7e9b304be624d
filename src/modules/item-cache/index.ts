/** Public API of this folder, for the features. */
export { ItemCacheModule } from './item-cache.module.js';
export { ItemJsonCache } from './item-json-cache.service.js';
