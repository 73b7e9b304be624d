/** Public API of this folder, for the features. */
export { wallClock } from './clock.js';
export { Histogram } from './counts.js';
export { turnTracingOff, turnTracingOn } from './spans.js';
