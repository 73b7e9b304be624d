import { escapeUrl } from '../../text/urls.js';
import { type SecretKeys } from '../access-options.js';
import { createNonce } from './nonce.js';

interface LogOut {
  readonly siteUrl: string;
  readonly user: number;
  /** Undefined if nothing can be signed. */
  readonly keys: SecretKeys | undefined;
  readonly redirect?: string;
}

/** Where WordPress ends the session of a user, as HTML. */
export function logOutUrl({ siteUrl, user, keys, redirect }: LogOut): string {
  const nonce = keys && createNonce({ id: user, sessionToken: '' }, keys, Date.now() / 1000, 'log-out');
  const query = new URLSearchParams({
    action: 'logout',
    ...(redirect !== undefined && { redirect_to: redirect }),
    ...(nonce && { _wpnonce: nonce }),
  });
  return escapeUrl(`${siteUrl}/wp-login.php?${query.toString()}`);
}
