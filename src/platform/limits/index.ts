/** Public API of this folder, for the features. */
export { COUNTERS, type Counters, RateLimit } from './counters.js';
