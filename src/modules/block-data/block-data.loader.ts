import { Injectable } from '@nestjs/common';
import { ANONYMOUS } from '../../access/principal.js';
import { type Site } from '../../site/site.js';
import { boundMetaKeys } from '../../rendering/blocks/bindings.js';
import {
  type BlockComment,
  BlockData,
  type BlockPage,
  type BlockPost,
  type BlockQuery,
  blockQueryKey,
  type BlockTaxonomy,
  type BlockUser,
  type FoundPosts,
  type NavigationMenu,
  type PostsQuery,
  type PostTerm,
} from '../../rendering/block-data.js';
import { renderTitle, ShortcodeRegistry } from '../../rendering/index.js';
import { postsPerPage } from '../addresses/archive-addresses.service.js';
import { TermsStore } from '../terms/terms.store.js';
import { authorLink } from '../users/user.js';
import { type Entry } from '../entries/model/entry.js';
import { takesComments } from '../entries/model/takes-comments.js';
import { EntriesStore } from '../entries/read/entries.store.js';
import { ReadableScope } from '../entries/read/list/readable-scope.store.js';
import { EntriesListStore } from '../entries/read/list/entries-list.store.js';
import { PermalinksLoader } from '../entries/read/permalinks.loader.js';
import { featuredImage } from '../entries/read/related.loader.js';
import { FEATURED_IMAGE } from '../entries/model/entry-sources.js';
import { BlockDataStore } from './block-data.store.js';
import { BlockTermsLoader } from './block-terms.loader.js';
import { BlockThreadsLoader } from './block-threads.loader.js';
import { TimedTexts } from './timed-texts.js';
import { isoDate } from './iso-date.js';
import { classList } from '../entries/read/entry-view.js';

const PUBLISHED = ['publish'];
const MAX_PAGES = 1000;

type QueryOf<K extends BlockQuery['kind']> = Extract<BlockQuery, { kind: K }>;

/** Runs the queries of the dynamic blocks of a page of entries: each different query once, posts and users together. */
@Injectable()
export class BlockDataLoader {
  constructor(
    private readonly store: BlockDataStore,
    private readonly entries: EntriesStore,
    private readonly lists: EntriesListStore,
    private readonly permalinks: PermalinksLoader,
    private readonly terms: TermsStore,
    private readonly blockTerms: BlockTermsLoader,
    private readonly threads: BlockThreadsLoader,
    private readonly shortcodes: ShortcodeRegistry,
    private readonly timed: TimedTexts,
  ) {}

  async load(site: Site, queries: readonly BlockQuery[]): Promise<BlockData> {
    if (queries.length === 0) return new BlockData();
    const of = <K extends BlockQuery['kind']>(kind: K) =>
      queries.filter((query): query is QueryOf<K> => query.kind === kind);
    const results = new Map<string, unknown>();
    const each = async <K extends BlockQuery['kind']>(kind: K, run: (query: QueryOf<K>) => Promise<unknown>) => {
      await Promise.all(of(kind).map(async (query) => results.set(blockQueryKey(query), await run(query))));
    };
    const idsOf = (kind: 'post' | 'user' | 'published') => of(kind).map(({ id }) => id);
    const [found, own, users, linked] = await Promise.all([
      Promise.all(of('posts').map((query) => this.find(site, query))),
      this.entries.byIds(idsOf('post')),
      this.users(site, idsOf('user')),
      this.entries.byIds(idsOf('published'), { content: false }),
      each('terms', (query) => this.blockTerms.list(site, query)),
      each('taxonomy', ({ name }) => Promise.resolve(blockTaxonomy(site, name))),
      each('type-names', () => Promise.resolve(typeNames(site))),
      each('today', () => Promise.resolve(this.timed.today(site.zone))),
      each('now', () => Promise.resolve(this.timed.now())),
      each('archives', ({ by }) => this.store.periods(by)),
      each('comments', (query) => this.comments(site, query)),
      each('thread', ({ post }) => this.threads.load(site, post)),
      each('pages', () => this.pages(site)),
      each('navigation', () => this.newestMenu()),
    ]);
    const posts = await this.posts(site, [...found.flatMap(({ items }) => items), ...own.values()]);
    for (const [index, query] of of('posts').entries()) {
      const { items, total } = found[index]!;
      const result: FoundPosts = { posts: items.map(({ id }) => posts.get(id)!), total, limit: pageLimit(site, query) };
      results.set(blockQueryKey(query), result);
    }
    for (const query of of('post')) results.set(blockQueryKey(query), posts.get(query.id));
    for (const query of of('user')) results.set(blockQueryKey(query), users.get(query.id));
    for (const query of of('published')) results.set(blockQueryKey(query), linked.get(query.id)?.status === 'publish');
    return new BlockData(results);
  }

  private async find(site: Site, query: PostsQuery): Promise<{ items: Entry[]; total: number }> {
    const declared = site.model.types.get(query.type);
    if (!declared?.viewable) return { items: [], total: 0 };
    const { type, order, orderby, offset, search, authors, sticky, stickyFirst } = query;
    const parents = declared.hierarchical ? query.parents : [];
    const stuck = type === 'post' && (sticky !== undefined || stickyFirst) ? site.ids('sticky_posts') : [];
    const terms = query.terms.filter(({ taxonomy }) => site.model.taxonomies.has(taxonomy));
    const exclude = sticky === 'exclude' ? [...query.exclude, ...stuck] : query.exclude;
    const page = await this.lists.find(
      {
        type,
        statuses: PUBLISHED,
        order,
        orderby,
        perPage: pageLimit(site, query),
        offset,
        // The HTML is the same for everyone, so searches do not cover texts with a password.
        ...(search !== '' && { search, scope: new ReadableScope(ANONYMOUS, 0) }),
        ...(authors.length > 0 && { authors }),
        ...(exclude.length > 0 && { exclude }),
        ...(parents.length > 0 && { parents }),
        ...(terms.length > 0 && { terms }),
        ...(sticky === 'only' && { include: stuck }),
      },
      { content: true },
    );
    if (!stickyFirst || stuck.length === 0) return page;
    const first = [...(await this.entries.byIds(stuck)).values()]
      .filter(({ id, type: found, status }) => found === type && status === 'publish' && !exclude.includes(id))
      .sort((a, b) => (a.date < b.date ? 1 : -1));
    const leading = new Set(first.map(({ id }) => id));
    return { items: [...first, ...page.items.filter(({ id }) => !leading.has(id))], total: page.total };
  }

  private async posts(site: Site, found: readonly Entry[]): Promise<Map<number, BlockPost>> {
    const entries = [...new Map(found.map((entry) => [entry.id, entry])).values()];
    if (entries.length === 0) return new Map();
    const ids = entries.map(({ id }) => id);
    const taxonomies = [...site.model.taxonomies.keys(), 'post_format'];
    const bound = [...new Set(entries.flatMap(({ content = '' }) => boundMetaKeys(content)))];
    const [link, assigned, users, metas, counts] = await Promise.all([
      this.permalinks.links(site, entries),
      this.terms.ofObjects(ids, taxonomies),
      this.users(
        site,
        entries.map(({ author }) => author),
      ),
      this.entries.metas(ids, [FEATURED_IMAGE, ...bound]),
      this.store.commentCounts(ids),
    ]);
    const termLinks = await this.blockTerms.links(site, [...assigned.values()].flat());
    return new Map(
      entries.map((entry): [number, BlockPost] => {
        const { id, type, date, modified, password } = entry;
        const terms = assigned.get(id) ?? [];
        const declared = site.model.types.get(type);
        const format = terms.find(({ taxonomy }) => taxonomy === 'post_format')?.slug.replace('post-format-', '');
        const meta = metas.get(id);
        const featured = featuredImage(meta);
        const visible = new Set(site.model.metaOf('post', type).map(({ key }) => key));
        const declaredTerms = (declared?.taxonomies ?? []).flatMap((name) =>
          terms.filter(({ taxonomy }) => taxonomy === name),
        );
        const named = declaredTerms.filter(({ taxonomy }) => site.model.taxonomies.get(taxonomy)?.isPublic);
        const formats = terms.filter(({ taxonomy }) => taxonomy === 'post_format');
        const classed = { entry, isLocked: password !== '', hasThumbnail: featured > 0, terms: [...named, ...formats] };
        return [
          id,
          {
            id,
            type,
            title: this.title(entry),
            link: link(entry),
            date,
            modified,
            dateIso: isoDate(date, entry.dateGmt, site),
            modifiedIso: isoDate(modified, entry.modifiedGmt, site),
            author: users.get(entry.author),
            excerpt: entry.excerpt,
            content: entry.content ?? '',
            isLocked: password !== '',
            commentCount: counts.get(id) ?? 0,
            commentsOpen: takesComments(entry, site, new Date()),
            featured,
            terms: declaredTerms.map((term): PostTerm => ({
              taxonomy: term.taxonomy,
              name: term.name,
              link: termLinks(term),
            })),
            classes: classList(
              declared?.supports.includes('post-formats') ? { ...classed, format: format ?? 'standard' } : classed,
            ),
            meta: Object.fromEntries(bound.flatMap((key) => (visible.has(key) ? [[key, meta?.get(key) ?? '']] : []))),
          },
        ];
      }),
    );
  }

  private title(entry: Entry): string {
    const prefix = entry.status === 'private' ? 'Private: ' : entry.password === '' ? '' : 'Protected: ';
    return renderTitle(entry.title, this.shortcodes, prefix);
  }

  private async users(site: Site, userIds: readonly number[]): Promise<Map<number, BlockUser>> {
    const ids = [...new Set(userIds)].filter((id) => Number.isSafeInteger(id) && id > 0);
    if (ids.length === 0) return new Map();
    const rows = await this.store.authors(ids);
    return new Map(
      rows.map(({ id, name, email, nicename, description }) => [
        id,
        { id, name, email, link: authorLink({ id, nicename }, site), description: description ?? '' },
      ]),
    );
  }

  private async comments(site: Site, { limit }: QueryOf<'comments'>): Promise<BlockComment[]> {
    const rows = await this.store.newestComments(limit);
    const entries = await this.entries.byIds(
      rows.map(({ post }) => post),
      { content: false },
    );
    const [link, users] = await Promise.all([
      this.permalinks.links(site, [...entries.values()]),
      this.users(
        site,
        rows.map(({ user }) => user),
      ),
    ]);
    return rows.flatMap((row): BlockComment[] => {
      const post = entries.get(row.post);
      if (!post) return [];
      return [
        {
          id: row.id,
          author: row.author === '' ? (users.get(row.user)?.name ?? 'Anonymous') : row.author,
          website: row.url,
          authorUrl: row.url === '' ? (users.get(row.user)?.link ?? '') : row.url,
          email: users.get(row.user)?.email ?? row.email,
          link: `${link(post)}#comment-${row.id}`,
          postTitle: this.title(post),
          date: row.date,
          dateIso: isoDate(row.date, row.dateGmt, site),
          text: post.password === '' ? row.text : 'Password protected',
        },
      ];
    });
  }

  private async pages(site: Site): Promise<BlockPage[]> {
    const { items } = await this.lists.find(
      { type: 'page', statuses: PUBLISHED, order: 'asc', orderby: 'title', perPage: MAX_PAGES, offset: 0 },
      { content: false },
    );
    const preloaded = new Map(items.map((entry) => [entry.id, entry]));
    const link = await this.permalinks.links(site, items, undefined, preloaded);
    const front = site.integer('page_on_front');
    // Sorting is stable: by title where the order in menus is the same.
    return [...items]
      .sort((a, b) => a.menuOrder - b.menuOrder)
      .map((entry) => {
        const { id, parent, title } = entry;
        return { id, parent, title, link: link(entry), isFront: id === front };
      });
  }

  private async newestMenu(): Promise<NavigationMenu | undefined> {
    const { items } = await this.lists.find(
      { type: 'wp_navigation', statuses: PUBLISHED, order: 'desc', orderby: 'date', perPage: 1, offset: 0 },
      { content: true },
    );
    return items[0] && { title: items[0].title, content: items[0].content ?? '' };
  }
}

/** How many posts a query has on a page. */
function pageLimit(site: Site, { limit }: PostsQuery): number {
  return limit === 0 ? postsPerPage(site) : limit;
}

function typeNames({ model }: Site): Record<string, string> {
  return Object.fromEntries([...model.types].map(([name, { label, labels }]) => [name, labels.singular_name ?? label]));
}

const PARAMETERS: ReadonlyMap<string, string> = new Map([
  ['category', 'category_name'],
  ['post_tag', 'tag'],
]);

function blockTaxonomy(site: Site, name: string): BlockTaxonomy | undefined {
  const { label, labels } = site.model.taxonomies.get(name) ?? {};
  if (label === undefined) return undefined;
  return { plural: label, singular: labels?.singular_name ?? label, parameter: PARAMETERS.get(name) ?? name };
}
