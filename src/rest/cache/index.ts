/** Public API of this folder, for the features. */
export { ChangeWatchService } from './change-watch.service.js';
export { PageCacheService } from './page-cache.service.js';
export { RedisChangesService } from './redis-changes.service.js';
export { EMBEDDABLE } from './response-cache-writer.js';
export { CacheMetrics, etagOf, matchesEtag } from './response-cache.js';
