import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  type BlockPost,
  type BlockQuery,
  ENTRY_LIMITS,
  type ExceededLimit,
  type RenderNeeds,
  RESPONSE_LIMITS,
  ResponseBudget,
} from '../../../../rendering/index.js';

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

const MINUTE_MS = 60_000;
const MAX_LINES_PER_MINUTE = 10;

/** The budgets of the responses being rendered. The log names an entry that reaches a limit once a minute. */
export class ResponseBudgets {
  private readonly logger = new Logger('Rendering');
  private readonly budgets = new WeakMap<object, ResponseBudget>();
  private readonly logged = new LRUCache<number, true>({ max: MAX_LINES_PER_MINUTE, ttl: MINUTE_MS });

  /** `response` is any object that the parts of one response have in common. */
  of(response: object = {}): ResponseBudget {
    let budget = this.budgets.get(response);
    if (!budget) this.budgets.set(response, (budget = new ResponseBudget((exceeded) => this.log(exceeded))));
    return budget;
  }

  private log({ limit, of, entry }: ExceededLimit): void {
    this.logged.purgeStale();
    if (this.logged.has(entry) || this.logged.size >= MAX_LINES_PER_MINUTE) return;
    this.logged.set(entry, true);
    const most = (of === 'entry' ? ENTRY_LIMITS : RESPONSE_LIMITS)[limit];
    const where = entry === 0 ? 'blocks outside of entries' : `entry ${entry}`;
    this.logger.warn(
      `Blocks of ${where} were left out: more than ${most} ${COUNTED[limit]} for one ${of}. Does it show loops inside loops?`,
    );
  }
}

const COUNTED: Readonly<Record<ExceededLimit['limit'], string>> = {
  queries: 'queries of dynamic blocks',
  entries: 'rendered entries',
  blocks: 'rendered blocks',
  text: "characters of other entries' contents",
  html: 'characters of HTML',
};
