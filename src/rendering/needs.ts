import { type BlockQuery } from './block-data.js';
import {
  type BlockRendering,
  type EmbedRequest,
  type RenderContext,
  type RenderDialect,
  type ShortcodeNames,
  type Shortcodes,
} from './render-context.js';
import { parseAttributes as parseBlockAttributes } from './blocks/block.js';
import { blockDelimiters } from './blocks/render-blocks.js';
import { expandEmbeds } from './embeds/embeds.js';
import { parseAttributes } from './shortcode-attributes.js';
import { galleryQuery } from './shortcodes/builtin/gallery.js';
import { isBlank } from './shortcodes/builtin/players.js';
import { lookupKey } from './shortcodes/lookup-key.js';
import { namesIn, type ShortcodeMatch, ShortcodeScanner } from './shortcodes/shortcode-parser.js';
import { ShortcodeRegistry } from './shortcodes/registry.js';
import { replaceRegistered } from './shortcodes/run.js';

/** What of a text nothing here can render. */
export interface UnknownContent {
  /** Names of blocks. */
  readonly blocks: ReadonlySet<string>;
  /** Names in brackets that may be shortcodes of plugins, or nothing but text. */
  readonly shortcodes: ReadonlySet<string>;
}

export const NOTHING_UNKNOWN: UnknownContent = { blocks: new Set(), shortcodes: new Set() };

const COMMENT = '<!--';
const TAG_START = /\[([a-zA-Z][\w-]*)(?=[\s/\]])/y;
/** Beyond this, further names in brackets say that the text is no text with shortcodes. */
const MAX_NAMES = 50;

export function unknownContent(
  text: string,
  registered: ShortcodeNames & Pick<Shortcodes, 'block'>,
  { isKnown }: Pick<BlockRendering, 'isKnown'>,
): UnknownContent {
  const blocks = new Set<string>();
  for (const { kind, name, json } of blockDelimiters(text))
    if (kind !== 'closes' && !isKnown(name, json) && !registered.block(name)) blocks.add(name);
  return { blocks, shortcodes: bracketNames(text, registered) };
}

/** Names after brackets outside of comments, whose JSON has brackets, too; without registered and escaped ones. */
function bracketNames(text: string, registered: ShortcodeNames): Set<string> {
  const found = new Set<string>();
  const last = text.lastIndexOf(']');
  let comment = text.indexOf(COMMENT);
  for (let at = text.indexOf('['); at !== -1 && at < last && found.size < MAX_NAMES;) {
    if (comment !== -1 && comment < at) {
      const end = text.indexOf('-->', comment);
      if (end === -1) break;
      comment = text.indexOf(COMMENT, end);
      if (end > at) at = text.indexOf('[', end);
      continue;
    }
    TAG_START.lastIndex = at;
    const name = TAG_START.exec(text)?.[1];
    if (name !== undefined && text[at - 1] !== '[' && registered.nameAt(text, at + 1) === undefined) found.add(name);
    at = text.indexOf('[', at + 1);
  }
  return found;
}

/** What has to be loaded before rendering. Collected over a list of posts, each kind costs one query. */
export interface RenderNeeds {
  /** Attachments by id. */
  attachments: Set<number>;
  /** Posts whose attachments are needed, with the ids in order. */
  childrenOf: Set<number>;
  /** URLs that the content embeds, by the meta key of the post that caches the embed. */
  embeds: Map<string, EmbedRequest>;
  /** Lookups of shortcodes and blocks of other modules. */
  lookups: Set<string>;
  /** Synced patterns, which are entries of their own; including nested ones. */
  patterns: Set<number>;
  /** Queries of dynamic blocks, by their key. */
  blockQueries: Map<string, BlockQuery>;
  /** Keys of the post's meta values that its blocks show. */
  boundMeta: Set<string>;
  /** What nothing here can render. */
  unknown: UnknownContent;
  /** Attachment pages are linked to, so their permalinks are needed. */
  pages: boolean;
  /** Attachments are shown in playlists, so their details are needed. */
  tracks: boolean;
}

/** Built-in shortcodes that show attachments. */
const SHOWING_ATTACHMENTS = new ShortcodeRegistry()
  .register('gallery', () => '')
  .register('playlist', () => '')
  .register('audio', () => '')
  .register('video', () => '');

/** Scans raw content. The result may contain more than rendering uses, never less. */
export function renderNeeds(
  content: string,
  post: number,
  { theme, dialect, shortcodes }: Pick<RenderContext, 'theme' | 'dialect' | 'shortcodes'>,
): RenderNeeds {
  const lookups = lookupsIn(content, shortcodes, dialect);
  if (dialect.blocks) for (const key of blockLookups(content, post, shortcodes)) lookups.add(key);
  const needs: RenderNeeds = {
    attachments: new Set(),
    childrenOf: new Set(),
    embeds: new Map(),
    lookups,
    patterns: new Set(patternRefs(content)),
    blockQueries: dialect.blocks?.queries(content, post) ?? new Map<string, BlockQuery>(),
    boundMeta: new Set(dialect.blocks?.metaKeys(content)),
    unknown: dialect.blocks ? unknownContent(content, shortcodes, dialect.blocks) : NOTHING_UNKNOWN,
    pages: false,
    tracks: false,
  };
  for (const id of [...imageIds(content), ...(dialect.blocks ? videoIds(content) : [])]) needs.attachments.add(id);
  const recorder = {
    get(key: string, request: EmbedRequest): undefined {
      needs.embeds.set(key, request);
      return undefined;
    },
  };
  expandEmbeds(content, { theme, dialect, embeds: recorder, ownPosts: new Map() });
  addShortcodeNeeds(content, post, needs, dialect);
  return needs;
}

/** IDs of the attachments that images show, by their classes. */
export function imageIds(html: string): number[] {
  return [...html.matchAll(/wp-image-(\d{1,15})/gi)].map(([, id]) => Number(id));
}

/** IDs of the attachments that blocks of films show. */
function videoIds(content: string): number[] {
  if (!content.includes('wp:video') && !content.includes('wp:core/video')) return [];
  return [...content.matchAll(/<!-- wp:(?:core\/)?video \{[^\n]{0,2000}?"id":(\d{1,15})(?!\d)/g)].map(([, id]) =>
    Number(id),
  );
}

/** IDs of the synced patterns and menus in a text. */
export function patternRefs(content: string): number[] {
  if (!/wp:(?:core\/)?(?:block|navigation)/.test(content)) return [];
  return [...content.matchAll(/"ref":(\d{1,15})(?!\d)/g)].map(([, id]) => Number(id));
}

function addShortcodeNeeds(content: string, post: number, needs: RenderNeeds, dialect: RenderDialect): void {
  const look = ({ tag, attributes }: ShortcodeMatch): string => {
    const provided = parseAttributes(attributes, dialect);
    const query = tag === 'gallery' || tag === 'playlist' ? galleryQuery(provided, post, dialect) : undefined;
    if (tag === 'gallery') needs.pages = true;
    if (tag === 'playlist') needs.tracks = true;
    for (const id of query?.include ?? []) needs.attachments.add(id);
    if (query ? query.include.length === 0 : isBlank(provided.get('src'))) needs.childrenOf.add(query?.post ?? post);
    return '';
  };
  replaceRegistered(content, SHOWING_ATTACHMENTS, look, { insideElements: true });
}

/** The lookups of all shortcodes in a text, at any depth. */
export function lookupsIn(text: string, shortcodes: Shortcodes, dialect: RenderDialect): Set<string> {
  const found = new Set<string>();
  const names = namesIn(text, shortcodes).filter((name) => shortcodes.lookup(name));
  if (names.length === 0) return found;
  const scanner = new ShortcodeScanner(text, names);
  for (let at = text.indexOf('['); at !== -1;) {
    const tag = scanner.tagAt(at + 1);
    at = text.indexOf('[', tag?.tagEnd ?? at + 1);
    const key = tag && shortcodes.lookup(tag.tag)?.key(parseAttributes(tag.attributes, dialect));
    if (key !== undefined) found.add(lookupKey(tag!.tag, key));
  }
  return found;
}

/** The lookups of the blocks of modules in a text. */
function* blockLookups(text: string, post: number, shortcodes: Pick<Shortcodes, 'block'>): Generator<string> {
  for (const { kind, name, json } of blockDelimiters(text)) {
    const block = kind === 'closes' ? undefined : shortcodes.block(name);
    if (block) yield lookupKey(name, block.key(parseBlockAttributes(json), post));
  }
}

/** Runs lookups, with one call per shortcode or kind of block. */
export async function loadLookups(requested: readonly string[], shortcodes: Shortcodes): Promise<Map<string, string>> {
  const keys = new Map<string, string[]>();
  for (const lookup of requested) {
    const blank = lookup.indexOf(' ');
    const name = lookup.slice(0, blank);
    const list = keys.get(name);
    if (list) list.push(lookup.slice(blank + 1));
    else keys.set(name, [lookup.slice(blank + 1)]);
  }
  const loaded = await Promise.all(
    [...keys].map(
      async ([name, list]) => [name, await (shortcodes.lookup(name) ?? shortcodes.block(name))!.load(list)] as const,
    ),
  );
  return new Map(
    loaded.flatMap(([name, texts]) => [...texts].map(([key, text]) => [lookupKey(name, key), text] as const)),
  );
}
