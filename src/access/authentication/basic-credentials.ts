import { trimBlanks } from '../../text/passwords/index.js';

export interface BasicCredentials {
  username: string;
  password: string;
}

/**
 * The credentials in an Authorization header, without the blanks around them, which are not stored either; undefined for
 * another scheme or when they are malformed: those are ignored.
 */
export function readBasicCredentials(header: string | undefined): BasicCredentials | undefined {
  const encoded = /^basic +(.*)$/is.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  return { username: trimBlanks(text.slice(0, colon)), password: trimBlanks(text.slice(colon + 1)) };
}
