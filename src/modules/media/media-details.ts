import { PhpArray, phpToJs, type PlainValue, toInteger, toText } from '../../text/php/index.js';

type Details = Record<string, PlainValue>;

/** Stored metadata as the API returns it: sizes with their URLs, including the original. */
export function mediaDetails(stored: PhpArray | undefined, url: string, type: string): Details {
  if (!stored || stored.size === 0) return {};
  const details = phpToJs(stored) as Details;
  const sizes = stored.get('sizes');
  return { ...details, sizes: sizes instanceof PhpArray && sizes.size > 0 ? shownSizes(stored, sizes, url, type) : {} };
}

function shownSizes(stored: PhpArray, sizes: PhpArray, url: string, type: string): Details {
  const folder = url.slice(0, url.lastIndexOf('/') + 1);
  const visible: Details = {};
  for (const [name, size] of sizes) {
    if (!(size instanceof PhpArray)) continue;
    const members = phpToJs(size) as Details;
    const { 'mime-type': mime, ...rest } = members;
    visible[String(name)] = {
      ...rest,
      ...(mime !== undefined && { mime_type: mime }),
      source_url: folder + toText(size.get('file')),
    };
  }
  const original = {
    file: url.slice(folder.length),
    width: toInteger(stored.get('width')),
    height: toInteger(stored.get('height')),
  };
  return isPicture(stored) ? { ...visible, full: { ...original, mime_type: type, source_url: url } } : visible;
}

function isPicture(stored: PhpArray): boolean {
  return stored.has('width') && stored.has('height');
}
