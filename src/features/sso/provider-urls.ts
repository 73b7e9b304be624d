import { isIP } from 'node:net';
import { StartError } from '../../platform/start/start-error.js';

/** Which tokens are accepted, and whose they are; from JWT_ISSUER_URL and JWT_SECRET. */
export interface TokenSettings {
  /** Value of the claim `iss`. */
  readonly issuer: string;
  /** Expected in `aud`; the URL of the site if undefined. */
  readonly audience?: string;
  /** The claim that names the account: `email` is a verified e-mail address, any other claim a login name. */
  readonly userClaim: string;
  /** Address of the public keys; found by discovery if undefined. */
  readonly jwks?: string;
  /** For tokens that are signed with a shared secret. */
  readonly secret?: string;
}

/** Injection token of the ProviderSettings. */
export const PROVIDER_SETTINGS = Symbol('PROVIDER_SETTINGS');

/** Sign-in to the console with a provider; from OIDC_URL. */
export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Label of the button. */
  readonly name: string;
  readonly scope: string;
  /** The claim that lists the groups of a user. */
  readonly groupsClaim: string;
  /** Roles by group, the most important first; empty: the provider does not decide about roles. */
  readonly roles: readonly { readonly group: string; readonly role: string }[];
  /** Whether accounts are created at the first sign-in. */
  readonly createsAccounts: boolean;
}

export function readTokenSettings(url: string, secret?: string): TokenSettings {
  const { issuer, options } = splitIssuer('JWT_ISSUER_URL', url, ['audience', 'user', 'jwks']);
  const jwks = options.get('jwks');
  if (jwks !== null) assertProtected('JWT_ISSUER_URL: jwks', jwks);
  if (jwks !== null && secret !== undefined)
    throw new StartError('JWT_ISSUER_URL: jwks cannot be set with JWT_SECRET.');
  return {
    issuer,
    audience: options.get('audience') ?? undefined,
    userClaim: options.get('user') ?? 'email',
    jwks: jwks ?? undefined,
    secret,
  };
}

export function readProviderSettings(text: string): ProviderSettings {
  const [, scheme, id = '', secret = '', rest] = /^(https?:\/\/)([^:@/]+):([^@/]+)@(.+)$/.exec(text) ?? [];
  if (scheme === undefined || rest === undefined)
    throw new StartError('OIDC_URL must look like https://CLIENT_ID:CLIENT_SECRET@login.example/realm.');
  const { issuer, options } = splitIssuer('OIDC_URL', scheme + rest, ['name', 'scope', 'groups', 'role', 'create']);
  const roles = options.getAll('role').map((pair) => {
    const [, group, role] = /^(.+):([\w-]+)$/.exec(pair) ?? [];
    if (group === undefined || role === undefined)
      throw new StartError(
        `OIDC_URL: role=${pair} must look like role=GROUP:ROLE, for example role=cms-admins:administrator.`,
      );
    return { group, role };
  });
  const create = options.get('create') ?? 'off';
  if (!['on', 'off'].includes(create)) throw new StartError('OIDC_URL: create must be on or off.');
  if (create === 'on' && roles.length === 0) throw new StartError('OIDC_URL: create=on needs a role=GROUP:ROLE.');
  return {
    issuer,
    clientId: decodeURIComponent(id),
    clientSecret: decodeURIComponent(secret),
    name: options.get('name') ?? new URL(issuer).hostname,
    scope: options.get('scope') ?? 'openid email profile',
    groupsClaim: options.get('groups') ?? 'groups',
    roles,
    createsAccounts: create === 'on',
  };
}

/** The issuer, exactly as written: it is compared with what the provider says. Issuers have no query, so it holds options. */
function splitIssuer(
  variable: string,
  url: string,
  allowed: readonly string[],
): { issuer: string; options: URLSearchParams } {
  const [issuer = '', query = ''] = url.split(/\?(.*)/s);
  assertProtected(variable, issuer);
  const options = new URLSearchParams(query);
  const unknown = [...options.keys()].find((name) => !allowed.includes(name));
  if (unknown !== undefined)
    throw new StartError(`${variable}: there is no option "${unknown}". Options: ${allowed.join(', ')}.`);
  return { issuer, options };
}

/** Keys and codes are fetched from there, so only this machine may be asked without TLS. */
function assertProtected(what: string, address: string): void {
  if (!isProtected(address))
    throw new StartError(`${what} must be an https address, or an http address of this machine.`);
}

export function isProtected(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isLocal = url !== undefined && (url.hostname === 'localhost' || isLoopback(url.hostname));
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal);
}

function isLoopback(host: string): boolean {
  return host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
}
