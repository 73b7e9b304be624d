/** The secrets of the site's configuration that sign login cookies and nonces. */
export interface SecretKeys {
  loggedInKey: string;
  loggedInSalt: string;
  nonceKey: string;
  nonceSalt: string;
  /** Key and salt of the cookies that open a WordPress's administration pages, over HTTP and HTTPS. */
  auth?: string;
  secureAuth?: string;
}

export interface AccessOptions {
  /** The address login cookies are named after, where it is not the stored `siteurl`. */
  siteUrl?: string;
  /** HTTP Basic accepts application passwords. */
  applicationPasswords: boolean;
  /** HTTP Basic accepts the passwords of the accounts themselves. */
  accountPasswords: boolean;
  /** HTTP Basic with wrong credentials makes the request anonymous; otherwise it is refused. */
  ignoresWrongCredentials?: boolean;
  /** Passwords whose hash is marked `$H$`, as phpBB writes them, are refused. */
  refusesForumHashes?: boolean;
  /** Failed attempts are counted and, when there are too many, refused. */
  rateLimit: boolean;
  /** Without keys no login cookie can be verified, so none is accepted, unless keys are generated. */
  keys?: SecretKeys;
  /** Where no keys are configured, generates some once and stores them in the database. */
  generatesKeys?: boolean;
  /** Milliseconds since 1970; for tests. */
  now?: () => number;
}

/** Injection token of AccessOptions. */
export const ACCESS_OPTIONS = Symbol('ACCESS_OPTIONS');
