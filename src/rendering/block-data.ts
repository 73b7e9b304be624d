import { type SiteZone } from '../text/dates.js';

/** A post as shown by dynamic blocks. */
export interface BlockPost {
  readonly id: number;
  readonly type: string;
  /** Rendered. */
  readonly title: string;
  readonly link: string;
  /** Site time, as stored. */
  readonly date: string;
  readonly modified: string;
  /** The same with their offset from UTC. */
  readonly dateIso: string;
  readonly modifiedIso: string;
  readonly author?: BlockUser;
  readonly excerpt: string;
  readonly content: string;
  /** Whether a password protects it. */
  readonly isLocked: boolean;
  readonly commentCount: number;
  readonly commentsOpen: boolean;
  /** Id of the featured image; 0 for none. */
  readonly featured: number;
  readonly terms: readonly PostTerm[];
  /** CSS classes of the post. */
  readonly classes: readonly string[];
  /** Meta values that its own blocks are bound to. */
  readonly meta: Readonly<Record<string, string>>;
}

export interface PostTerm {
  readonly taxonomy: string;
  readonly name: string;
  readonly link: string;
}

export interface BlockUser {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly link: string;
  readonly description: string;
}

export interface BlockTaxonomy {
  readonly plural: string;
  readonly singular: string;
  /** The parameter that selects the posts of a term by its slug. */
  readonly parameter: string;
}

export interface BlockTerm {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly link: string;
  readonly count: number;
  readonly parent: number;
  /** HTML. */
  readonly description: string;
}

export interface BlockComment {
  readonly id: number;
  readonly author: string;
  readonly authorUrl: string;
  /** The address that the author has entered. */
  readonly website: string;
  readonly email: string;
  readonly link: string;
  readonly postTitle: string;
  readonly date: string;
  readonly dateIso: string;
  readonly text: string;
}

/** A comment in the list below its post. */
export interface ThreadComment extends BlockComment {
  readonly post: number;
  readonly postLink: string;
  readonly canReply: boolean;
  /** Classes of the comment that say who wrote it. */
  readonly classes: readonly string[];
  readonly replies: readonly ThreadComment[];
}

export interface BlockPage {
  readonly id: number;
  readonly parent: number;
  /** As it is stored. */
  readonly title: string;
  readonly link: string;
  readonly isFront: boolean;
}

/** Published posts of a year, a month or a day. */
export interface ArchivePeriod {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly count: number;
}

export interface NavigationMenu {
  readonly title: string;
  readonly content: string;
}

export interface PostsQuery {
  readonly kind: 'posts';
  readonly type: string;
  /** 0: as many as the site has on a page. */
  readonly limit: number;
  readonly offset: number;
  readonly order: 'asc' | 'desc';
  readonly orderby: string;
  readonly search: string;
  readonly authors: readonly number[];
  readonly include?: readonly number[];
  readonly exclude: readonly number[];
  readonly parents: readonly number[];
  readonly terms: readonly { taxonomy: string; include?: readonly number[]; exclude?: readonly number[] }[];
  /** Sticky posts come first. */
  readonly stickyFirst: boolean;
  /** Sticky posts are the only ones, or left out. */
  readonly sticky?: 'only' | 'exclude';
}

/** A query of a dynamic block, whose result is loaded before rendering. */
export type BlockQuery =
  | PostsQuery
  | { readonly kind: 'post'; readonly id: number }
  | { readonly kind: 'user'; readonly id: number }
  | { readonly kind: 'published'; readonly id: number }
  | {
      readonly kind: 'terms';
      readonly taxonomy: string;
      readonly order: 'name' | 'count';
      readonly limit: number;
      readonly hideEmpty: boolean;
      /** The other way round than `order` says. */
      readonly isReversed?: true;
      /** Only those at the top level. */
      readonly isFlat?: true;
      /** Only these. */
      readonly include?: readonly number[];
      /** Includes posts of child terms, each once. */
      readonly countsBelow?: true;
    }
  | { readonly kind: 'taxonomy'; readonly name: string }
  | { readonly kind: 'type-names' }
  | { readonly kind: 'today' }
  | { readonly kind: 'now' }
  | { readonly kind: 'archives'; readonly by: 'year' | 'month' | 'day' }
  | { readonly kind: 'comments'; readonly limit: number }
  | { readonly kind: 'thread'; readonly post: number }
  | { readonly kind: 'pages' }
  | { readonly kind: 'navigation' };

export interface FoundPosts {
  readonly posts: readonly BlockPost[];
  readonly total: number;
  /** How many there are on a page. */
  readonly limit: number;
}

interface BlockResults {
  posts: FoundPosts;
  post: BlockPost | undefined;
  user: BlockUser | undefined;
  published: boolean;
  terms: readonly BlockTerm[];
  taxonomy: BlockTaxonomy | undefined;
  /** Names of the types of entries, in the singular. */
  'type-names': Readonly<Record<string, string>>;
  /** The date in site time. */
  today: string;
  /** Seconds since 1970. */
  now: number;
  archives: readonly ArchivePeriod[];
  comments: readonly BlockComment[];
  thread: readonly ThreadComment[];
  pages: readonly BlockPage[];
  navigation: NavigationMenu | undefined;
}

export type BlockResult<Q extends BlockQuery = BlockQuery> = BlockResults[Q['kind']];

/** Results of the queries of dynamic blocks. */
export class BlockData {
  private readonly fingerprints = new Map<string, string>();

  constructor(private readonly results: ReadonlyMap<string, unknown> = new Map()) {}

  get<Q extends BlockQuery>(query: Q): BlockResult<Q> | undefined {
    return this.results.get(blockQueryKey(query)) as BlockResult<Q> | undefined;
  }

  /** All posts that are shown. */
  posts(): BlockPost[] {
    const found: BlockPost[] = [];
    for (const [key, result] of this.results) {
      if (key.startsWith('{"kind":"posts"')) found.push(...(result as BlockResults['posts']).posts);
      else if (key.startsWith('{"kind":"post"') && result) found.push(result as BlockPost);
    }
    return found;
  }

  /** Differs whenever a result does. Many entries of a page may have the same query. */
  fingerprint(key: string): string {
    let fingerprint = this.fingerprints.get(key);
    if (fingerprint === undefined) {
      fingerprint = `${key}${JSON.stringify(this.results.get(key)) ?? ''}`;
      this.fingerprints.set(key, fingerprint);
    }
    return fingerprint;
  }
}

export function blockQueryKey(query: BlockQuery): string {
  return JSON.stringify(query);
}

/** Site properties that dynamic blocks show. */
export interface BlockSite {
  readonly home: string;
  readonly name: string;
  readonly tagline: string;
  readonly dateFormat: string;
  readonly zone: SiteZone;
  /** 0 is Sunday. */
  readonly startOfWeek: number;
  /** Id of the logo's attachment; 0 for none. */
  readonly logo: number;
  readonly permalinks: string;
  readonly showsAvatars: boolean;
  readonly avatarFallback: string;
  readonly avatarRating: string;
  readonly commentForm: CommentFormRules;
}

/** What the site asks of those who comment. */
export interface CommentFormRules {
  readonly requiresName: boolean;
  /** Only members may comment. */
  readonly membersOnly: boolean;
  /** Visitors may let the browser keep their name. */
  readonly offersCookies: boolean;
  /** Comments can be replied to. */
  readonly isThreaded: boolean;
}

export const NO_BLOCK_SITE: BlockSite = {
  home: '',
  name: '',
  tagline: '',
  dateFormat: 'F j, Y',
  zone: { timezoneString: '', gmtOffset: 0 },
  startOfWeek: 1,
  logo: 0,
  permalinks: '',
  showsAvatars: false,
  commentForm: { requiresName: true, membersOnly: false, offersCookies: false, isThreaded: true },
  avatarFallback: '',
  avatarRating: '',
};
