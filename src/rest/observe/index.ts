/** Public API of this folder, for the features. */
export { type RestExpressRequest } from './request-record.js';
export { RequestStatsRegistry } from './request-stats.registry.js';
