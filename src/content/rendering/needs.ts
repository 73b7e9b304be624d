import { type RenderContext, type RenderDialect } from './context.js';
import { type EmbedRequest } from './embeds/embed-request.js';
import { expandEmbeds } from './embeds/embeds.js';
import { parseAttributes } from './shortcodes/attributes.js';
import { galleryQuery } from './shortcodes/builtin/gallery.js';
import { isBlank } from './shortcodes/builtin/players.js';
import { lookupsIn } from './shortcodes/lookups.js';
import { type ShortcodeMatch } from './shortcodes/parser.js';
import { ShortcodeRegistry } from './shortcodes/registry.js';
import { replaceRegistered } from './shortcodes/run.js';

/** What rendering will look up; collected over a list of posts it is loaded in one query a kind. */
export interface RenderNeeds {
  /** Attachments by id. */
  attachments: Set<number>;
  /** Posts whose attachments are wanted: their ids, and the attachments themselves. */
  childrenOf: Set<number>;
  /** URLs that the content embeds, by the meta key of the post that caches the embed. */
  embeds: Map<string, EmbedRequest>;
  /** What shortcodes of other modules look up. */
  lookups: Set<string>;
  /** The pages of attachments are linked to, so their addresses are wanted too. */
  pages: boolean;
  /** Attachments are shown in playlists, so that their details are needed. */
  tracks: boolean;
}

/** The shortcodes that look something up, also where they stand inside others. */
const LOOKING_UP = new ShortcodeRegistry()
  .register('gallery', () => '')
  .register('playlist', () => '')
  .register('audio', () => '')
  .register('video', () => '');

/** Scans raw content; may name more than rendering asks for, never less. */
export function renderNeeds(
  content: string,
  post: number,
  { theme, dialect, shortcodes }: Pick<RenderContext, 'theme' | 'dialect' | 'shortcodes'>,
): RenderNeeds {
  const lookups = lookupsIn(content, shortcodes, dialect);
  const needs: RenderNeeds = {
    attachments: new Set(),
    childrenOf: new Set(),
    embeds: new Map(),
    lookups,
    pages: false,
    tracks: false,
  };
  for (const [, id] of content.matchAll(/wp-image-(\d{1,15})/gi)) needs.attachments.add(Number(id));
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

function addShortcodeNeeds(content: string, post: number, needs: RenderNeeds, dialect: RenderDialect): void {
  const look = ({ tag, attributes }: ShortcodeMatch): string => {
    const given = parseAttributes(attributes, dialect);
    const query = tag === 'gallery' || tag === 'playlist' ? galleryQuery(given, post) : undefined;
    if (tag === 'gallery') needs.pages = true;
    if (tag === 'playlist') needs.tracks = true;
    for (const id of query?.include ?? []) needs.attachments.add(id);
    if (query ? query.include.length === 0 : isBlank(given.get('src'))) needs.childrenOf.add(query?.post ?? post);
    return '';
  };
  replaceRegistered(content, LOOKING_UP, look, { insideElements: true });
}
