/** Public API of this folder, for the features. */
export { DEFAULT_OUTBOUND, OUTBOUND_OPTIONS, type OutboundOptions, SYSTEM_RESOLVER } from './outbound-options.js';
export { OutboundClient, OutboundError, type OutboundFailure, type OutboundResponse } from './outbound.client.js';
export { type WordPressPurpose, WordPressStats } from './wordpress-stats.js';
