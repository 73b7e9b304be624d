import { labelFor, t } from '../../texts';

/** The roles every WordPress site has; the API has no list of them. Used only to label and assign, never to decide. */
export const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'];

export const roleName = (role: string) => labelFor(t.users.roles, role) ?? role;

const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 20;

export function suggestPassword(): string {
  // Values past the last multiple of the alphabet's length would favour its first characters.
  const limit = 256 - (256 % ALPHABET.length);
  let password = '';
  while (password.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < limit && password.length < LENGTH) password += ALPHABET[byte % ALPHABET.length];
    }
  }
  return password;
}
