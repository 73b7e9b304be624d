import { type BlockPost, type RenderNeeds } from '../../rendering/index.js';

type NeedsOf = (post: number, text: string) => RenderNeeds;

/**
 * The needs of an entry with those of the posts that its dynamic blocks show. Shortcodes in their titles run as part of
 * the entry, those in their contents as part of the posts.
 */
export function withNeedsOfBlocks(
  entry: number,
  need: RenderNeeds,
  posts: readonly BlockPost[],
  needsOf: NeedsOf,
): RenderNeeds {
  if (need.blockQueries.size === 0) return need;
  const titles = posts.filter(({ title }) => title.includes('['));
  const contents = posts.filter(({ content }) => content.includes('['));
  const further = [
    ...titles.map(({ title }) => needsOf(entry, title)),
    ...contents.map(({ id, content }) => needsOf(id, content)),
  ];
  if (further.length === 0) return need;
  const all = [need, ...further];
  return {
    ...need,
    attachments: new Set(all.flatMap(({ attachments }) => [...attachments])),
    childrenOf: new Set(all.flatMap(({ childrenOf }) => [...childrenOf])),
    lookups: new Set(all.flatMap(({ lookups }) => [...lookups])),
    pages: all.some(({ pages }) => pages),
    tracks: all.some(({ tracks }) => tracks),
  };
}
