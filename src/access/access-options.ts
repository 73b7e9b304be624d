/** The secrets of the site's configuration that sign login cookies and nonces. */
export interface SecretKeys {
  loggedInKey: string;
  loggedInSalt: string;
  nonceKey: string;
  nonceSalt: string;
}

export interface AccessOptions {
  /** The address login cookies are named after, where it is not the stored `siteurl`. */
  siteUrl?: string;
  /** HTTP Basic accepts application passwords. */
  applicationPasswords: boolean;
  /** HTTP Basic accepts the passwords of the accounts themselves. */
  accountPasswords: boolean;
  /** Failed attempts are counted and, when there are too many, refused. */
  rateLimit: boolean;
  /** Without keys no login cookie can be checked, so none is accepted. */
  keys?: SecretKeys;
  /** Milliseconds since 1970; for tests. */
  now?: () => number;
}

/** Injection token of AccessOptions. */
export const ACCESS_OPTIONS = Symbol('ACCESS_OPTIONS');
