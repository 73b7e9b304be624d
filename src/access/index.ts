/** Public API of this folder, for the features. */
export { type AccessEvent, AccessEvents, type FailedSignIn } from './access-events.service.js';
export { passwordCookieName } from './authentication/post-password-cookie.js';
export { siteFacts } from './capabilities/index.js';
export { runAs } from './current-principal.js';
export { ANONYMOUS, Principal, SYSTEM } from './principal.js';
export { PrincipalService } from './principal.service.js';
export { RolesStore } from './roles.store.js';
export { UNRECORDED, UserMetaStore } from './user-meta.store.js';
