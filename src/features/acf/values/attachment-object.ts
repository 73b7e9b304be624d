import { type Post } from '../../../database/entities/index.js';
import {
  attachedFile,
  attachmentAlt,
  attachmentDetails,
  attachmentUrl,
  type EntryMeta,
} from '../../../modules/entries/index.js';
import { type Site } from '../../../site/index.js';
import { type JsonRecord } from '../../../text/index.js';
import { constrain } from '../../../rendering/media/responsive.js';
import { PhpArray, toInteger, toText } from '../../../text/php/index.js';

/** A registered image size. */
interface Size {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

const MEDIUM_LARGE_WIDTH = 768;
const SETTING_SIZES = ['thumbnail', 'medium', 'medium_large', 'large'];

export function registeredSizes(site: Site, further: readonly Size[]): Size[] {
  return [
    ...SETTING_SIZES.map((name) => ({
      name,
      width: site.integer(`${name}_size_w`) || (name === 'medium_large' ? MEDIUM_LARGE_WIDTH : 0),
      height: site.integer(`${name}_size_h`),
    })),
    ...further,
  ];
}

/** Icons of WordPress for kinds of files, by the endings of their names. */
const ICONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    document: 'doc docx docm dotm odt pages pdf xps oxps rtf wp wpd psd xcf',
    spreadsheet: 'numbers ods xls xlsx xlsm xlsb csv',
    interactive: 'swf key ppt pptx pptm pps ppsx ppsm sldx sldm odp',
    text: 'asc tsv txt',
    archive: 'bz2 cab dmg gz rar sea sit sqx tar tgz zip 7z',
    code: 'css htm html php js',
  }).flatMap(([icon, endings]) => endings.split(' ').map((ending) => [ending, icon] as const)),
);

function iconOf(mimeType: string, file: string): string {
  const [kind = ''] = mimeType.split('/');
  if (kind === 'audio' || kind === 'video') return kind;
  if (kind === 'image') return 'default';
  return ICONS.get(file.slice(file.lastIndexOf('.') + 1).toLowerCase()) ?? 'default';
}

/** An attachment, as the plugin hands it to templates. */
export function attachmentObject(
  site: Site,
  row: Post,
  meta: EntryMeta | undefined,
  link: string,
  sizes: readonly Size[],
): JsonRecord {
  const details = attachmentDetails(meta);
  const url = attachmentUrl(site, meta) || row.guid;
  const file = attachedFile(meta);
  const [type = '', subtype = ''] = row.mimeType.split('/');
  const fileSize = toInteger(details?.get('filesize'));
  const width = toInteger(details?.get('width'));
  const height = toInteger(details?.get('height'));
  const hasSize = width > 0 && height > 0;
  return {
    ID: row.id,
    id: row.id,
    title: row.title,
    filename: file.slice(file.lastIndexOf('/') + 1),
    filesize: fileSize,
    url,
    link,
    alt: attachmentAlt(meta),
    author: String(row.author),
    description: row.content,
    caption: row.excerpt,
    name: row.slug,
    status: row.status,
    uploaded_to: row.parent,
    date: row.dateGmt,
    modified: row.modifiedGmt,
    menu_order: row.menuOrder,
    mime_type: row.mimeType,
    type,
    subtype,
    icon: `${site.siteUrl}/wp-includes/images/media/${iconOf(row.mimeType, file)}.png`,
    ...(type === 'image' && { width, height, sizes: sizesOf(url, details, { width, height }, sizes) }),
    ...(type === 'video' && hasSize && { width, height }),
  };
}

function sizesOf(
  url: string,
  details: PhpArray | undefined,
  original: { readonly width: number; readonly height: number },
  sizes: readonly Size[],
): JsonRecord {
  const stored = details?.get('sizes');
  const folder = url.slice(0, url.lastIndexOf('/') + 1);
  const members: Record<string, unknown> = {};
  for (const { name, width, height } of sizes) {
    const size = stored instanceof PhpArray ? stored.get(name) : undefined;
    const file = size instanceof PhpArray ? toText(size.get('file')) : '';
    const shown =
      size instanceof PhpArray && file !== ''
        ? { url: folder + file, width: toInteger(size.get('width')), height: toInteger(size.get('height')) }
        : { url, ...constrain(original, width, height) };
    members[name] = shown.url;
    members[`${name}-width`] = shown.width;
    members[`${name}-height`] = shown.height;
  }
  return members;
}
