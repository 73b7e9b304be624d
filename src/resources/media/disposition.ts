import { decodeUtf8OrLatin1 } from '../../text/php-strings.js';

/** The file name in a Content-Disposition header; undefined where there is none. Extended names (`filename*`) are not understood. */
export function dispositionFileName(header: string): string | undefined {
  // Node reads headers byte by byte; clients send names in UTF-8.
  const [, ...attributes] = decodeUtf8OrLatin1(Buffer.from(header, 'latin1')).split(';');
  for (const attribute of attributes) {
    const equals = attribute.indexOf('=');
    if (equals < 0 || attribute.slice(0, equals).trim() !== 'filename') continue;
    const value = attribute.slice(equals + 1).trim();
    return (value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value) || undefined;
  }
  return undefined;
}
