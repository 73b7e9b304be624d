import { type AuthError } from '../../access/authentication/auth-result.js';
import { RestError } from './rest-error.js';

/** A lockout response includes the waiting time in its body. */
export function refusal({ code, message, status, data, headers = {} }: AuthError): RestError {
  const seconds = headers['Retry-After'];
  const details = seconds === undefined ? data : { ...data, retry_after: Number(seconds) };
  return new RestError(code, message, status, details).withHeaders(headers);
}
