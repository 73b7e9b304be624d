import { PhpArray, phpToJs, type PlainValue, toInteger, toText } from '../../text/php/index.js';

type Details = Record<string, PlainValue>;

/** Without a prototype: names come from the database. */
const noDetails = () => Object.create(null) as Details;

/** Stored metadata as the API returns it: sizes with their URLs, including the original. */
export function mediaDetails(stored: PhpArray | undefined, url: string, type: string): Details {
  if (!stored || stored.size === 0) return {};
  const details = noDetails();
  for (const [name, value] of stored) details[String(name)] = name === 'sizes' ? {} : phpToJs(value);
  const sizes = stored.get('sizes');
  details.sizes = sizes instanceof PhpArray && sizes.size > 0 ? shownSizes(stored, sizes, url, type) : {};
  return details;
}

function shownSizes(stored: PhpArray, sizes: PhpArray, url: string, type: string): Details {
  const folder = url.slice(0, url.lastIndexOf('/') + 1);
  const visible = noDetails();
  for (const [name, size] of sizes) if (size instanceof PhpArray) visible[String(name)] = shownSize(size, folder);
  const original = {
    file: url.slice(folder.length),
    width: toInteger(stored.get('width')),
    height: toInteger(stored.get('height')),
  };
  if (isPicture(stored)) visible.full = { ...original, mime_type: type, source_url: url };
  return visible;
}

function shownSize(size: PhpArray, folder: string): Details {
  const shown = noDetails();
  for (const [name, value] of size) if (name !== 'mime-type') shown[String(name)] = phpToJs(value);
  const mime = size.get('mime-type');
  if (mime !== undefined) shown.mime_type = phpToJs(mime);
  shown.source_url = folder + toText(size.get('file'));
  return shown;
}

function isPicture(stored: PhpArray): boolean {
  return stored.has('width') && stored.has('height');
}
