/** A login as a WordPress with throw-away keys recorded it, for the specs. */
export const RECORDED = {
  siteUrl: 'http://127.0.0.1:8061',
  cookieName: 'wordpress_logged_in_844ec09f7521f4aad2e92db138c9be59',
  cookieValue:
    'author|1794714141|waPwGanAHtxUPm5uQSXbDIqrqigrGeF2Ym7VK7sWBuU|97aa0e30b6a9bd171ebac2be768b947529c70e8bcb7eb71d63fdb656b4ea855a',
  login: 'author',
  passwordHash: '$P$BdCVy5abe8D3z0IaafuTxIX3rteGg60',
  token: 'waPwGanAHtxUPm5uQSXbDIqrqigrGeF2Ym7VK7sWBuU',
  tokenHash: 'f840ec48334156c5d756baed03182df0766101a6ed5857fd6327e38d43e2e2d8',
  expiration: '1794714141',
  /** When the nonces were made, in seconds. */
  loginAt: 1794710541,
  nonce: '1ac0ba6cb1',
  anonymousNonce: '4ec5866ddb',
  /** From a page for anonymous visitors, while the browser still sent the cookie. */
  nonceOfEndedLogin: '50892058c9',
  keys: {
    loggedInKey: 'reference-LOGGED_IN_KEY-0123456789abcdef0123456789abcdef',
    loggedInSalt: 'reference-LOGGED_IN_SALT-0123456789abcdef0123456789abcdef',
    nonceKey: 'reference-NONCE_KEY-0123456789abcdef0123456789abcdef',
    nonceSalt: 'reference-NONCE_SALT-0123456789abcdef0123456789abcdef',
  },
};
