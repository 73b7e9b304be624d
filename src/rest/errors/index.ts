/** Public API of this folder, for the features. */
export { refusal } from './auth-error.js';
export { denied, invalidParams, noRoute, payloadTooLarge, toRestError } from './catalogue.js';
export { RestError } from './rest-error.js';
