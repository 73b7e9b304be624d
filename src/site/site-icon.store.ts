import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { metaRows } from '../database/reader.js';
import { type Site } from './site.js';
import { maybeUnserialize, PhpArray, toInteger, toText } from '../text/php/index.js';

const FILE = '_wp_attached_file';
const DETAILS = '_wp_attachment_metadata';
/** Edge length of the icon that the index shows. */
const EDGE = 512;

/** Finds the URL of the site icon. */
@Injectable()
export class SiteIconStore {
  constructor(private readonly db: Database) {}

  /** The smallest square size that is large enough, otherwise the image itself; empty if the site has no icon. */
  async url(site: Site): Promise<string> {
    const owner = site.integer('site_icon');
    if (owner <= 0) return '';
    const rows = await metaRows(this.db, this.db, 'post', [owner], [FILE, DETAILS]);
    const value = (name: string) => rows.find(({ key }) => key === name)?.value ?? '';
    const file = value(FILE);
    if (file === '') return '';
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    return `${site.uploadsUrl}/${folder}${iconFile(maybeUnserialize(value(DETAILS))) ?? file.slice(folder.length)}`;
  }
}

function iconFile(details: unknown): string | undefined {
  const sizes = details instanceof PhpArray ? details.get('sizes') : undefined;
  if (!(sizes instanceof PhpArray)) return undefined;
  const [smallest] = [...sizes.values()]
    .filter((size): size is PhpArray => size instanceof PhpArray)
    .filter(
      (size) => toInteger(size.get('width')) >= EDGE && toInteger(size.get('width')) === toInteger(size.get('height')),
    )
    .sort((a, b) => toInteger(a.get('width')) - toInteger(b.get('width')));
  return smallest && toText(smallest.get('file'));
}
