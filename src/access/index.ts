/** Public API of this folder, for the features. */
export { type AccessEvent, AccessEvents, type FailedSignIn } from './access-events.service.js';
export { ANONYMOUS, Principal, SYSTEM } from './principal.js';
export { PrincipalService } from './principal.service.js';
