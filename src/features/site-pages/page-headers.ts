import { type Site } from '../../site/index.js';

/**
 * Content may bring styles, images, players and frames, but no script runs except those of the theme that the page names,
 * and no other site is sent a form.
 */
export function pageHeaders(site: Site, scripts: readonly string[] = []): Readonly<Record<string, string>> {
  const own = originOf(site.home);
  const scripting =
    scripts.length === 0
      ? ''
      : `script-src ${scripts.map((url) => url.split('?', 1)[0]).join(' ')}; connect-src 'self' ${own}; `;
  return {
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy':
      `default-src 'none'; ${scripting}style-src 'self' 'unsafe-inline' ${own}; img-src 'self' http: https: data:; ` +
      "media-src 'self' http: https:; font-src 'self' https: data:; frame-src http: https:; " +
      `form-action 'self' ${own}; base-uri 'none'; frame-ancestors 'self'`,
    'X-Frame-Options': 'SAMEORIGIN',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
  };
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}
