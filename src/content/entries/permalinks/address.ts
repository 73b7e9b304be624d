import { parseUrlFront } from '../../../text/urls.js';
import { slugify } from '../../../text/slug.js';
import { type PermalinkRules } from './permalinks.js';

/** What an address of the site says about the entry it belongs to. */
export type Address =
  | { readonly kind: 'id'; readonly id: number }
  | { readonly kind: 'front' }
  | { readonly kind: 'path'; readonly segments: readonly string[] };

const PLAIN = /[?&](?:p|page_id|attachment_id)=(\d{1,18})/;
const LONGEST = 2000;
const MOST_SEGMENTS = 30;

/** Whether an address is on the site's host. Neither `www.` nor scheme nor port make a difference. */
export function isOwnHost(url: string, home: string): boolean {
  return hostOf(url) !== undefined && hostOf(url) === hostOf(home);
}

/** Reads an address in any of its forms; undefined for those of other hosts and those that cannot be an entry's. */
export function readAddress(url: string, rules: PermalinkRules): Address | undefined {
  if (url.length > LONGEST) return undefined;
  const isRelative = /^(?:\/(?!\/)|\?)/.test(url);
  if (!isRelative && !isOwnHost(url, rules.home)) return undefined;
  const id = Number(PLAIN.exec(url)?.[1] ?? 0);
  if (id > 0) return { kind: 'id', id };
  const segments = belowHome(pathOf(url), rules.home).map(toSlug);
  if (segments.length === 0) return isRelative ? undefined : { kind: 'front' };
  const isEntry = rules.structure !== '' && segments.length <= MOST_SEGMENTS && !segments.includes('');
  return isEntry ? { kind: 'path', segments } : undefined;
}

function hostOf(url: string): string | undefined {
  return parseUrlFront(url)
    ?.host?.toLowerCase()
    .replace(/^www\./, '');
}

/** Without scheme, host, query and fragment. */
function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  const front = end < 0 ? url : url.slice(0, end);
  const host = front.indexOf('//');
  if (host < 0) return front;
  const path = front.indexOf('/', host + 2);
  return path < 0 ? '' : front.slice(path);
}

/** The parts of a path below the site's own, without the name of the script. */
function belowHome(path: string, home: string): string[] {
  const own = pathOf(home).split('/').filter(Boolean);
  const segments = path.split('/').filter(Boolean);
  const below = own.every((segment, place) => segments[place] === segment) ? segments.slice(own.length) : segments;
  return below[0] === 'index.php' ? below.slice(1) : below;
}

/** Slugs are stored with other scripts encoded, in lower case. */
function toSlug(segment: string): string {
  return slugify(segment, { slashBecomesDash: false, context: 'query' });
}
