import { type IncomingHttpHeaders } from 'node:http';
import { type Principal } from '../principal.js';

/** The parts of a request that authentication reads. */
export interface AuthRequest {
  headers: IncomingHttpHeaders;
  /** The parameter `_wpnonce`; takes precedence over the header. */
  nonce?: string;
  /** Address of the client, for counting failures. */
  address: string;
  method: string;
  /** Route of the REST API. */
  route?: string;
  /** Parameters of the query. */
  query?: Readonly<Record<string, unknown>>;
}

export interface AuthError {
  code: string;
  message: string;
  status: number;
  data: { status: number };
  headers?: Record<string, string>;
}

export type AuthResult = { principal: Principal; responseHeaders?: Record<string, string> } | { error: AuthError };

type Refusal = { error: AuthError };

function refusal(status: number, code: string, message: string, headers?: Record<string, string>): Refusal {
  return { error: { code, message, status, data: { status }, ...(headers && { headers }) } };
}

/** The same for unknown accounts and wrong passwords, so that it does not reveal which accounts exist. */
export const wrongCredentials = (): Refusal =>
  refusal(401, 'incorrect_password', 'The user name or the password is not correct.');

/** The password is correct, and the account has a second factor. */
export const secondFactorRequired = (): Refusal =>
  refusal(401, 'rest_second_factor_required', 'Enter the code of your authenticator app.');

export const wrongCode = (): Refusal =>
  refusal(401, 'rest_second_factor_invalid', 'The code is not correct or was used before.');

/** For a token of a scheme that strategies handle, but which none accepts. */
export const unknownToken = (): Refusal => refusal(401, 'rest_invalid_token', 'The token is not valid.');

export const invalidNonce = (): Refusal => refusal(403, 'rest_cookie_invalid_nonce', 'Cookie nonce is invalid');

export const tooManyAttempts = (seconds: number): Refusal =>
  refusal(429, 'rest_too_many_attempts', 'There were too many failed attempts. Please try again later.', {
    'Retry-After': String(seconds),
  });

export const signInBusy = (): Refusal =>
  refusal(503, 'rest_sign_in_busy', 'Too many passwords are being checked. Please try again in a moment.', {
    'Retry-After': '2',
  });
