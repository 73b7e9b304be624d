import { type BlockPost, type BlockQuery, type RenderNeeds, type ResponseBudget } from '../../../rendering/index.js';

type NeedsOf = (post: number, text: string) => RenderNeeds;

/**
 * The needs of entries with those of the posts that their dynamic blocks show. Shortcodes in the titles of these run as
 * part of the entry, those in their contents as part of the posts.
 */
export function withNeedsOfBlocks(
  needs: ReadonlyMap<number, RenderNeeds>,
  posts: readonly BlockPost[],
  needsOf: NeedsOf,
): Map<number, RenderNeeds> {
  const shown = [...new Map(posts.map((post) => [post.id, post])).values()];
  const titles = shown.filter(({ title }) => title.includes('['));
  const ofContents = shown
    .filter(({ content }) => content.includes('['))
    .map(({ id, content }) => needsOf(id, content));
  if (titles.length + ofContents.length === 0) return new Map(needs);
  return new Map(
    [...needs].map(([id, need]) => {
      if (need.blockQueries.size === 0) return [id, need];
      const ofTitles = titles.map(({ title }) => needsOf(id, title));
      return [id, merged([need, ...ofTitles, ...ofContents])];
    }),
  );
}

function merged(all: readonly [RenderNeeds, ...RenderNeeds[]]): RenderNeeds {
  return {
    ...all[0],
    attachments: new Set(all.flatMap(({ attachments }) => [...attachments])),
    childrenOf: new Set(all.flatMap(({ childrenOf }) => [...childrenOf])),
    lookups: new Set(all.flatMap(({ lookups }) => [...lookups])),
    pages: all.some(({ pages }) => pages),
    tracks: all.some(({ tracks }) => tracks),
  };
}

/** Posts that are loaded at the cost of one query. */
const POSTS_PER_QUERY = 10;

/** The queries of a page's entries, and the entries whose queries exceed the budget of the response. */
export function affordableQueries(
  needs: ReadonlyMap<number, Pick<RenderNeeds, 'blockQueries'>>,
  budget: ResponseBudget,
): { queries: BlockQuery[]; withoutQueries: Set<number> } {
  const chosen = new Map<string, BlockQuery>();
  const withoutQueries = new Set<number>();
  for (const [id, { blockQueries }] of needs) {
    const further = [...blockQueries].filter(([key]) => !chosen.has(key));
    if (budget.spend({ queries: further.reduce((sum, [, query]) => sum + queryCost(query), 0) }))
      withoutQueries.add(id);
    else for (const [key, query] of further) chosen.set(key, query);
  }
  return { queries: [...chosen.values()], withoutQueries };
}

function queryCost(query: BlockQuery): number {
  return query.kind === 'posts' ? Math.max(1, query.limit / POSTS_PER_QUERY) : 1;
}
