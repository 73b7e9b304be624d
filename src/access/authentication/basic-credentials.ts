export interface BasicCredentials {
  username: string;
  password: string;
}

/** The credentials in an Authorization header; undefined for another scheme or when they are malformed: those are ignored. */
export function readBasicCredentials(header: string | undefined): BasicCredentials | undefined {
  const encoded = /^basic +(.*)$/is.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Enough to say whether a name that nobody has was meant as a login or as an e-mail address. */
export function looksLikeEmail(name: string): boolean {
  const at = name.lastIndexOf('@');
  const dot = name.lastIndexOf('.');
  return at > 0 && dot > at + 1 && dot < name.length - 1;
}
