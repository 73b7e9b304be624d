import { CORE_MODEL } from '../../../content-model/content-model.js';
import { type PostType } from '../../../content-model/post-types.js';
import { type LinkedEntry, type PermalinkRules, typeFolder } from './permalinks.js';
import { parseUrlFront } from '../../../text/urls.js';
import { LinearPattern } from '../../../text/linear-pattern.js';
import { slugify } from '../../../text/slug.js';

/** What a URL of the site says about its entry. */
type Address =
  | { readonly kind: 'id'; readonly id: number }
  | { readonly kind: 'front' }
  | { readonly kind: 'path'; readonly segments: readonly string[] };

const PLAIN = /[?&](?:p|page_id|attachment_id)=(\d{1,18})/;
const LONGEST = 2000;
const MAX_SEGMENTS = 30;

/** Whether a URL is on the site's host, ignoring `www.`, scheme and port. */
export function isOwnHost(url: string, home: string): boolean {
  return hostOf(url) !== undefined && hostOf(url) === hostOf(home);
}

/** Parses a URL in any form; undefined for other hosts and URLs that cannot be an entry's. */
export function readAddress(url: string, rules: PermalinkRules): Address | undefined {
  if (url.length > LONGEST) return undefined;
  const isRelative = /^(?:\/(?!\/)|\?)/.test(url);
  const home = isRelative ? rules.home : [rules.home, ...(rules.aliases ?? [])].find((own) => isOwnHost(url, own));
  if (home === undefined) return undefined;
  const id = Number(PLAIN.exec(url)?.[1] ?? 0);
  if (id > 0) return { kind: 'id', id };
  const segments = belowHome(pathOf(url), home).map(toSlug);
  if (segments.length === 0) return isRelative ? undefined : { kind: 'front' };
  const isEntry = rules.structure !== '' && segments.length <= MAX_SEGMENTS && !segments.includes('');
  return isEntry ? { kind: 'path', segments } : undefined;
}

/** Whether a URL is on a host of the site. */
export function isOfSite(url: string, site: { readonly home: string; readonly serviceHome: string }): boolean {
  return isOwnHost(url, site.home) || isOwnHost(url, site.serviceHome);
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

/** Slugs are stored with non-ASCII characters percent-encoded, in lower case. */
function toSlug(segment: string): string {
  return slugify(segment, { slashBecomesDash: false, context: 'query' });
}

/** The slugs of a path; none where there are more than an address can have. */
export function slugsOf(path: string): string[] {
  const segments = path.split('/').filter(Boolean);
  return path.length <= LONGEST && segments.length <= MAX_SEGMENTS ? segments.map(toSlug) : [];
}

/** An entry that a URL may refer to. */
export type AddressedEntry = Pick<LinkedEntry, 'id' | 'type' | 'status' | 'slug' | 'date' | 'parent'> & {
  readonly nicename?: string;
};

/** Patterns of the structure's placeholders. */
const PARTS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    year: '(?<year>\\d{4})',
    monthnum: '(?<monthnum>\\d{1,2})',
    day: '(?<day>\\d{1,2})',
    hour: '(?<hour>\\d{1,2})',
    minute: '(?<minute>\\d{1,2})',
    second: '(?<second>\\d{1,2})',
    postname: '(?<postname>[^/]+)',
    post_id: '(?<post_id>\\d{1,15})',
    category: '.+?',
    author: '(?<author>[^/]+)',
  }),
);

/** Where each part of a date is in stored text. */
const DATE_PARTS: ReadonlyMap<string, [number, number]> = new Map(
  Object.entries<[number, number]>({
    year: [0, 4],
    monthnum: [5, 7],
    day: [8, 10],
    hour: [11, 13],
    minute: [14, 16],
    second: [17, 19],
  }),
);

/** Endpoints below the URL of an entry. */
const VIEW = /^(?:embed|trackback|feed|\d+|comment-page-\d+)$/;

type Groups = Readonly<Record<string, string | undefined>>;

/** Finds the entry a path refers to. Pages and unattached attachments are found by their slugs, posts by the structure. */
export class AddressMatcher {
  private readonly declared: readonly DeclaredFolder[];
  private readonly post: LinearPattern;
  private readonly belowPost: LinearPattern;

  constructor(private readonly rules: PermalinkRules & { readonly postsPage: number }) {
    this.declared = declaredFolders(rules);
    const body = patternOf(rules.structure);
    this.post = new LinearPattern(body);
    this.belowPost = new LinearPattern(`${body}/(?<attachment>[^/]+)`);
  }

  /** IDs in the path, if the structure has them. */
  idsIn(segments: readonly string[]): number[] {
    return this.readings(segments).flatMap((reading) => {
      const id = Number(this.post.match(reading.join('/'))?.post_id ?? 0);
      return id > 0 ? [id] : [];
    });
  }

  /** `rows` are all entries that have one of the segments as slug, or one of the ids. */
  match(segments: readonly string[], rows: readonly AddressedEntry[]): number | undefined {
    for (const reading of this.readings(segments)) {
      const found =
        this.declaredAt(reading, rows) ??
        this.pageAt(reading, rows) ??
        this.postAt(reading, rows) ??
        this.attachmentAt(reading, rows);
      if (found !== undefined) return found === this.rules.postsPage ? undefined : found;
    }
    return undefined;
  }

  /** The type whose entries have addresses like this one. */
  typeOf(segments: readonly string[]): string {
    return this.declared.find(({ folder }) => isBelow(segments, folder))?.type.name ?? 'post';
  }

  /** The entry of a declared type at a path below the folder of its type. */
  entryOf({ name, hierarchical }: PostType, path: readonly string[], rows: readonly AddressedEntry[]) {
    const entries = new Map(rows.filter(({ type }) => type === name).map((row) => [row.id, row]));
    return best(
      [...entries.values()].filter((entry) =>
        hierarchical ? isAtPath(entry, path, entries) : path.length === 1 && entry.slug === path[0],
      ),
    );
  }

  private declaredAt(path: readonly string[], rows: readonly AddressedEntry[]): number | undefined {
    for (const { folder, type } of this.declared) {
      const found = isBelow(path, folder) ? this.entryOf(type, path.slice(folder.length), rows) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private readings(segments: readonly string[]): (readonly string[])[] {
    return segments.length > 1 && VIEW.test(segments.at(-1)!) ? [segments, segments.slice(0, -1)] : [segments];
  }

  private pageAt(path: readonly string[], rows: readonly AddressedEntry[]): number | undefined {
    const pages = new Map(
      rows.filter(({ type }) => type === 'page' || type === 'attachment').map((row) => [row.id, row]),
    );
    return best([...pages.values()].filter((page) => isAtPath(page, path, pages)));
  }

  private postAt(path: readonly string[], rows: readonly AddressedEntry[]): number | undefined {
    const groups = this.post.match(path.join('/'));
    if (!groups) return undefined;
    return best(rows.filter((row) => row.type === 'post' && fits(row, groups)));
  }

  /** Only the slug decides: the segments before it only have to match their patterns. */
  private attachmentAt(path: readonly string[], rows: readonly AddressedEntry[]): number | undefined {
    const slug =
      path.length > 2 && path.at(-2) === 'attachment' ? path.at(-1) : this.belowPost.match(path.join('/'))?.attachment;
    return rows.find((row) => row.type === 'attachment' && row.slug === slug)?.id;
  }
}

interface DeclaredFolder {
  /** Slugs that the addresses of its entries begin with. */
  readonly folder: readonly string[];
  readonly type: PostType;
}

function declaredFolders({ structure, model = CORE_MODEL }: PermalinkRules): DeclaredFolder[] {
  return model.pageTypes.flatMap((type) => {
    const { addresses } = type;
    if (addresses.by !== 'slug' || addresses.slug === undefined || structure === '') return [];
    const path = typeFolder(structure, addresses.withFront) + addresses.slug;
    const folder = path.split('/').filter((part) => part !== '' && part !== 'index.php');
    return [{ folder: folder.map(toSlug), type }];
  });
}

const isBelow = (path: readonly string[], folder: readonly string[]) =>
  path.length > folder.length && folder.every((part, place) => path[place] === part);

/** Drafts may have the slug of a published entry. */
function best(entries: readonly AddressedEntry[]): number | undefined {
  return (entries.find(({ status }) => status === 'publish') ?? entries[0])?.id;
}

/** A repeated placeholder is ignored. */
function patternOf(structure: string): string {
  const parts = structure.replace(/^\/(?:index\.php\/)?|\/$/g, '').split(/(%\w+%)/);
  return parts
    .map((part, place) => {
      const pattern = PARTS.get(part.slice(1, -1));
      if (pattern === undefined) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      return parts.indexOf(part) === place ? pattern : pattern.replace(/\?<\w+>/, '?:');
    })
    .join('');
}

/** Whether the slugs from the top level down to this page form the path. */
function isAtPath(page: AddressedEntry, path: readonly string[], pages: ReadonlyMap<number, AddressedEntry>): boolean {
  let at: AddressedEntry | undefined = page;
  for (let place = path.length - 1; place >= 0; place--) {
    if (at?.slug !== path[place]) return false;
    if (place === 0) return at?.parent === 0;
    at = pages.get(at?.parent ?? 0);
  }
  return false;
}

function fits(post: AddressedEntry, groups: Groups): boolean {
  if (groups.postname === undefined && groups.post_id === undefined) return false;
  return Object.entries(groups).every(([name, value]) => {
    if (value === undefined) return true;
    if (name === 'postname') return post.slug === value;
    if (name === 'post_id') return post.id === Number(value);
    if (name === 'author') return post.nicename === value;
    const [from, to] = DATE_PARTS.get(name)!;
    return Number(post.date.slice(from, to)) === Number(value);
  });
}
