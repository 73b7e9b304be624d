/** Public API of this folder, for the features. */
export { type Account, AccountsStore } from './accounts.store.js';
export { addressGroup } from './address-group.js';
export { ApplicationPasswordsService } from './application-passwords.service.js';
export { type AuthError, tooManyAttempts, wrongCredentials } from './auth-result.js';
export { Authenticates, type AuthenticationRequest, type AuthenticationStrategy } from './authentication-strategy.js';
export { AuthenticationService } from './authentication.service.js';
export { type BasicCredentials, readBasicCredentials } from './basic-authentication.service.js';
export { CookieAuthenticationService } from './cookie-authentication.service.js';
export { cookiePath, setCookie } from './login-cookie.js';
export { SIGN_IN_LIMITER, type SignInAttempt, type SignInLimiter } from './sign-in-limiter.js';
export { SignInProvidersRegistry } from './sign-in-providers.registry.js';
export { type Client, type SignedIn, SignInService } from './sign-in.service.js';
export { StrategiesRegistry } from './strategies.registry.js';
