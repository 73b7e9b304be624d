import { createHash } from 'node:crypto';
import { type BroughtFile } from './attachment-files.service.js';
import { type WxrItem } from './wxr-records.js';

/** An address in a text that may be a file's. */
const ADDRESS = /https?:\/\/[^\s"'<>()[\]\\|{}^`]+/gi;
/** A made size, an edited or a scaled picture: the same attachment. */
const SUFFIX = /(?:-\d{1,5}x\d{1,5}|-scaled|-e\d{13}|-rotated)$/;

/** The part of an address that all files of an attachment share, and what follows it. */
export interface FileAddress {
  /** Without scheme, host in lower case. */
  stem: string;
  rest: string;
}

/** Every way to read an address as one of an attachment's files: as the original, or as something made from it. */
export function readFileAddress(url: string): FileAddress[] {
  const match = /^https?:\/\/([^/?#]+)(\/[^?#]*?)(\.[a-z0-9]{1,6})((?:[?#].*)?)$/i.exec(url);
  if (!match) return [];
  const [, host = '', path = '', extension = '', query = ''] = match;
  const whole = { stem: host.toLowerCase() + path, rest: extension + query };
  const suffix = SUFFIX.exec(path)?.[0];
  return suffix ? [whole, { stem: whole.stem.slice(0, -suffix.length), rest: suffix + whole.rest }] : [whole];
}

export function stemDigest(stem: string): string {
  return createHash('sha1').update(stem).digest('hex');
}

/** Digests of all that texts could mean. */
export function digestsIn(texts: readonly string[]): Set<string> {
  return new Set(
    texts.flatMap((text) => (text.match(ADDRESS) ?? []).flatMap(readFileAddress).map(({ stem }) => stemDigest(stem))),
  );
}

/** The text with the addresses of known files replaced. */
export function replaceAddresses(text: string, addresses: ReadonlyMap<string, string>): string {
  return text.replace(ADDRESS, (url) => {
    for (const { stem, rest } of readFileAddress(url)) {
      const address = addresses.get(stemDigest(stem));
      if (address !== undefined) return address + rest;
    }
    return url;
  });
}

/** Stems of the addresses texts may name an attachment's files by, and what they are here; none where nothing changes. */
export function movedStems(
  item: Pick<WxrItem, 'attachmentUrl' | 'guid'>,
  file: Pick<BroughtFile, 'url' | 'meta'>,
): Map<string, string> {
  const [here] = readFileAddress(file.url);
  if (!here) return new Map();
  const scheme = file.url.slice(0, file.url.indexOf('//') + 2);
  const [named] = readFileAddress(item.attachmentUrl);
  const moved = new Map<string, string>();
  for (const { stem } of [named, readFileAddress(item.guid)[0]].filter((address) => address !== undefined)) {
    // Where all files kept their names, also those of another stem did: the picture before it was scaled down.
    const keepsName = !file.meta && folderOf(stem) === folderOf(named?.stem ?? '');
    const now = keepsName ? folderOf(here.stem) + stem.slice(folderOf(stem).length) : here.stem;
    if (now !== stem) moved.set(stem, scheme + now);
  }
  return moved;
}

function folderOf(stem: string): string {
  return stem.slice(0, stem.lastIndexOf('/') + 1);
}
