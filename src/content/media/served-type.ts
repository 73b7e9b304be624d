import { knownMimeTypes, typeOfExtension } from '../../text/mime.js';

const KNOWN = knownMimeTypes({ newerAudioTypes: true });

/** Types of files that older or newer installations have in their folders. */
const FOREIGN: ReadonlyMap<string, string> = new Map([
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['svg', 'image/svg+xml'],
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['woff', 'font/woff'],
  ['woff2', 'font/woff2'],
]);

/** What a browser only shows, plays or prints. Anything else it might run, so it is only ever saved. */
const SHOWN = /^(?:image\/(?!svg)|audio\/|video\/|text\/(?:plain|csv|vtt|calendar)$|application\/pdf$)/;
/** What other servers would run or keep to themselves: its text is nobody's business. */
const CODE = /\.(?:php\d?|phtml|phar|phps|cgi|pl|py|sh|asp|aspx|jsp|env|ini|log|sql|bak|htaccess|htpasswd)$/i;

/** Headers under which a file of the uploads folder is sent; undefined when it is not to be sent at all. */
export function servedHeaders(path: string): Record<string, string> | undefined {
  if (CODE.test(path)) return undefined;
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const type = typeOfExtension(extension, KNOWN) ?? FOREIGN.get(extension) ?? 'application/octet-stream';
  const headers = {
    'Content-Type': type.startsWith('text/') ? `${type}; charset=UTF-8` : type,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'public, max-age=86400',
  };
  if (SHOWN.test(type)) return headers;
  return { ...headers, 'Content-Disposition': 'attachment', 'Content-Security-Policy': "default-src 'none'; sandbox" };
}
