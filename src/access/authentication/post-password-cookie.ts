import { createHash } from 'node:crypto';

/** The cookie in which browsers send the password of protected posts. */
export function passwordCookieName(siteUrl: string): string {
  return `wp-postpass_${createHash('md5').update(siteUrl).digest('hex')}`;
}

/** Whether the reader has a password cookie of the site, whatever its value. */
export function hasPasswordCookie(cookies: string | undefined): boolean {
  return cookies?.includes('wp-postpass_') ?? false;
}
