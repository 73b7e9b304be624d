import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/index.js';
import { Post } from '../../../database/entities/index.js';
import { type AttachmentFile } from './attachment-files.service.js';
import { ImportStore } from './import.store.js';
import { type WxrItem } from './wxr-records.js';

/** A URL in a text that may refer to a file. */
const ADDRESS = /https?:\/\/[^\s"'<>()[\]\\|{}^`]+/gi;
/** A generated size, an edited or a scaled image: all belong to the same attachment. */
const SUFFIX = /(?:-\d{1,5}x\d{1,5}|-scaled|-e\d{13}|-rotated)$/;

/** The part of a URL that all files of an attachment share, and the rest. */
interface FileAddress {
  /** Without scheme, host in lower case. */
  stem: string;
  rest: string;
}

/** Every interpretation of a URL as a file of an attachment: the original, or a file generated from it. */
function readFileAddress(url: string): FileAddress[] {
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

/** Digests of all URLs that texts may refer to. */
function digestsIn(texts: readonly string[]): Set<string> {
  return new Set(
    texts.flatMap((text) => (text.match(ADDRESS) ?? []).flatMap(readFileAddress).map(({ stem }) => stemDigest(stem))),
  );
}

/** The text with the URLs of known files replaced. */
function replaceAddresses(text: string, addresses: ReadonlyMap<string, string>): string {
  return text.replace(ADDRESS, (url) => {
    for (const { stem, rest } of readFileAddress(url)) {
      const address = addresses.get(stemDigest(stem));
      if (address !== undefined) return address + rest;
    }
    return url;
  });
}

/** The URL stems of an attachment's files and their local replacements; empty if nothing changes. */
export function movedStems(
  item: Pick<WxrItem, 'attachmentUrl' | 'guid'>,
  file: Pick<AttachmentFile, 'url' | 'meta'>,
): Map<string, string> {
  const [here] = readFileAddress(file.url);
  if (!here) return new Map();
  const scheme = file.url.slice(0, file.url.indexOf('//') + 2);
  const [named] = readFileAddress(item.attachmentUrl);
  const moved = new Map<string, string>();
  for (const { stem } of [named, readFileAddress(item.guid)[0]].filter((address) => address !== undefined)) {
    // If all files keep their names, so does the original of a scaled image, which has another stem.
    const keepsName = !file.meta && folderOf(stem) === folderOf(named?.stem ?? '');
    const now = keepsName ? folderOf(here.stem) + stem.slice(folderOf(stem).length) : here.stem;
    if (now !== stem) moved.set(stem, scheme + now);
  }
  return moved;
}

function folderOf(stem: string): string {
  return stem.slice(0, stem.lastIndexOf('/') + 1);
}

const PAGE = 50;

/** Replaces URLs of the other site's files in imported content with the URLs of the imported files. */
@Injectable()
export class AddressRewriterService {
  constructor(
    private readonly db: Database,
    private readonly store: ImportStore,
  ) {}

  /** Returns the number of changed entries. */
  async rewrite(importId: number): Promise<number> {
    if (!(await this.store.hasFiles(importId))) return 0;
    let changed = 0;
    for (
      let after = 0, page;
      (page = await this.store.entriesAfter(importId, after, PAGE)).length > 0;
      after = page.at(-1)!.oldId
    ) {
      changed += await this.rewriteEntries(
        importId,
        page.map(({ newId }) => newId),
      );
    }
    return changed;
  }

  private async rewriteEntries(importId: number, ids: readonly number[]): Promise<number> {
    const rows = await this.store.textsWithUrls(ids);
    const addresses = await this.store.fileAddresses(importId, [
      ...digestsIn(rows.flatMap(({ content, excerpt }) => [content, excerpt])),
    ]);
    if (addresses.size === 0) return 0;
    const changes = rows
      .map(({ id, content, excerpt }) => ({
        id,
        before: content + excerpt,
        content: replaceAddresses(content, addresses),
        excerpt: replaceAddresses(excerpt, addresses),
      }))
      .filter(({ before, content, excerpt }) => content + excerpt !== before);
    if (changes.length === 0) return 0;
    await this.db.transaction(async (tx) => {
      for (const { id, content, excerpt } of changes) {
        await tx.update(Post, { id }, { content, excerpt });
      }
    });
    return changes.length;
  }
}
