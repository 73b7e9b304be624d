import { cleanUsername } from '../../text/names.js';
import { asNumber, isTruthy, toInteger, toText } from '../../rest/args/php-values.js';
import { ArgIssue } from '../../rest/args/schema.js';

/** A login may only have characters that cleaning leaves alone. */
export function checkUsername(value: unknown): string | ArgIssue {
  const name = toText(value);
  return name !== '' && cleanUsername(name, { strict: true }) === name
    ? name
    : new ArgIssue('Username contains invalid characters.');
}

export function checkPassword(value: unknown): string | ArgIssue {
  const password = toText(value);
  if (!isTruthy(password)) return new ArgIssue('Passwords cannot be empty.');
  return password.includes('\\') ? new ArgIssue('Passwords cannot contain the "\\" character.') : password;
}

/** Whom the posts of a deleted user go to: a user's number, 0 for nobody, or false when they are deleted with their author. */
export function checkReassign(value: unknown): number | false | ArgIssue {
  if (asNumber(value) !== undefined) return Math.abs(toInteger(value));
  return !isTruthy(value) || value === 'false' ? false : new ArgIssue('Invalid user parameter(s).');
}
