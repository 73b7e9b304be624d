import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { ENTRY_VERSION_RULES } from '../../../../src/modules/entries/model/entry-sources.js';
import { Database } from '../../../../src/database/database.js';
import { countQueries } from '../../../../src/database/engine/query-counter.js';
import { EMBEDDABLE } from '../../../../src/rest/cache/response-cache-writer.js';
import { RouteRegistry } from '../../../../src/rest/route/route-registry.js';
import { type Endpoint } from '../../../../src/rest/route/route.types.js';
import { eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { enrichSite, type RichSite } from '../../../support/rich-site.js';

const LISTS = ['', 'per_page=1', 'search=a', 'orderby=id&order=asc', 'include=1,2,3'];

/** Queries of each cacheable route, chosen to make it read every table it ever reads. */
function samples(site: RichSite): Record<string, string[]> {
  const { post, page, media, category, tag, author, comment } = site;
  return {
    '/': [''],
    '/wp/v2/posts': [
      ...LISTS,
      `categories=${category}&tags_exclude=${tag}`,
      `author=${author}`,
      'sticky=true',
      'slug=rich',
      'context=embed',
      '_fields=id',
    ],
    [`/wp/v2/posts/${post}`]: ['', 'context=embed', '_fields=title'],
    '/wp/v2/pages': [...LISTS, `parent=${page}`],
    [`/wp/v2/pages/${page}`]: [''],
    '/wp/v2/media': [...LISTS, 'media_type=image', `parent=${post}`],
    [`/wp/v2/media/${media}`]: [''],
    '/wp/v2/categories': [...LISTS, 'hide_empty=true', `post=${post}`, `parent=${category}`],
    [`/wp/v2/categories/${category}`]: [''],
    '/wp/v2/tags': [...LISTS, `post=${post}`],
    [`/wp/v2/tags/${tag}`]: [''],
    '/wp/v2/users': [...LISTS, 'slug=writer'],
    [`/wp/v2/users/${author}`]: [''],
    '/wp/v2/comments': [...LISTS, `post=${post}`, `parent=${comment}`],
    [`/wp/v2/comments/${comment}`]: [''],
    '/wp/v2/types': [''],
    '/wp/v2/types/post': [''],
    '/wp/v2/statuses': [''],
    '/wp/v2/statuses/publish': [''],
    '/wp/v2/taxonomies': ['', 'type=post'],
    '/wp/v2/taxonomies/category': [''],
    '/oembed/1.0/embed': [
      `url=http://site.test/?p=${post}`,
      `url=http://site.test/upper/lower/writer/rich/`,
      `url=http://site.test/?page_id=${page}&format=xml`,
    ],
  };
}

/** Decides whether a recorded write changes a version; the response does not depend on these rows. */
const VERSION_CONDITION =
  /\(SELECT \S+ FROM \S+ (?:referrer|child|parent) WHERE (?:[^()]|\((?:[^()]|\([^()]*\))*\))*\) IS (?:NOT )?NULL/g;

const TABLE = /(?:FROM|JOIN)\s+[`"]?wp_(\w+)/gi;

/** The list index changes with these, in the same transaction. */
const INDEXED_FROM: Readonly<Record<string, readonly string[]>> = {
  nestpress_entry_counters: ['posts'],
  nestpress_entries_by_term: ['posts', 'term_relationships'],
  nestpress_term_changes: ['posts', 'term_relationships'],
  nestpress_media_counters: ['posts'],
  nestpress_entries_by_text: ['posts'],
  nestpress_attachments_by_type: ['posts'],
  // The search index finds candidates, which the rows themselves confirm.
  nestpress_search_lists: ['posts'],
  nestpress_search_pending: ['posts'],
  nestpress_search_words: ['posts'],
  nestpress_comment_counters: ['comments'],
  // Comments add rows, but these are read with the comments themselves.
  nestpress_hidden_parents: ['posts'],
  // The version of the number of hidden rows; where comments change it, they are read as well.
  nestpress_entry_versions: ['posts'],
};

function tablesRead(statements: readonly string[]): Set<string> {
  const named = statements.flatMap((sql) =>
    [...sql.replaceAll(VERSION_CONDITION, '').matchAll(TABLE)].map((match) => match[1]!),
  );
  return new Set(named.flatMap((table) => INDEXED_FROM[table] ?? table));
}

/** What was read although the declaration does not say so. */
function undeclared(read: ReadonlySet<string>, declared: readonly string[]): string[] {
  return [...read].filter((table) => table !== 'options' && !declared.includes(table));
}

eachEngine((engine) => {
  let service: TestApp;
  let site: RichSite;
  beforeAll(async () => {
    // Cached entries would not be read.
    service = await startTestApp({ CACHE_MB: '0', ENTRY_CACHE_MB: '0' }, engine);
    site = await enrichSite(service);
  });
  afterAll(() => service.close());

  const registry = () => service.app.get(RouteRegistry);
  function endpointAt(path: string): Endpoint | undefined {
    for (const { route } of registry().find(path))
      return route.endpoints.find((endpoint) => endpoint.methods.includes('GET'));
    return undefined;
  }

  /** The tables that the responses of one URL were built from. */
  async function readFor(path: string, query: string): Promise<Set<string>> {
    const { statements, result } = await countQueries(() => request(service.server).get(`/wp-json${path}?${query}`), {
      everywhere: true,
    });
    expect([path, query, result.status]).toEqual([path, query, 200]);
    return tablesRead(statements);
  }

  /** Undeclared tables that are read each time: once may be work in the background. */
  async function violations(path: string, query: string, declared: readonly string[]): Promise<string[]> {
    let found = undeclared(await readFor(path, query), declared);
    for (let again = 0; again < 2 && found.length > 0; again++) {
      const next = undeclared(await readFor(path, query), declared);
      found = found.filter((table) => next.includes(table));
    }
    return found;
  }

  test('every cacheable route declares every table its responses are built from', async () => {
    const seen = new Set<Endpoint>();
    for (const [path, queries] of Object.entries(samples(site))) {
      const endpoint = endpointAt(path)!;
      expect([path, endpoint.cache]).toEqual([path, expect.any(Array)]);
      seen.add(endpoint);
      for (const query of queries) {
        expect([path, query, await violations(path, query, endpoint.cache!)]).toEqual([path, query, []]);
        const embedding = `${query}&_embed`;
        expect([path, embedding, await violations(path, embedding, [...endpoint.cache!, ...EMBEDDABLE])]).toEqual([
          path,
          embedding,
          [],
        ]);
      }
    }
    const cacheable = registry()
      .routes.flatMap((route) => route.endpoints)
      .filter((endpoint) => endpoint.cache);
    const unseen = cacheable.filter(
      (endpoint) => !seen.has(endpoint) && endpoint.route.pattern !== `/${endpoint.route.namespace}`,
    );
    expect(unseen.map((endpoint) => endpoint.route.pattern)).toEqual([]);
  });

  test('entries with all they embed are read from the tables that change their versions', async () => {
    const { post, page } = site;
    const tables = ENTRY_VERSION_RULES.map(({ table }) => table);
    for (const path of ['/wp/v2/posts', `/wp/v2/posts/${post}`, '/wp/v2/pages', `/wp/v2/pages/${page}`])
      expect([path, await violations(path, '_embed', tables)]).toEqual([path, []]);
    const withoutComments = tables.filter((table) => table !== 'comments');
    expect(await violations(`/wp/v2/posts/${post}`, '_embed', withoutComments)).toEqual(['comments']);
  });

  test('a table left out of a declaration is found', async () => {
    const declared = endpointAt('/wp/v2/posts')!.cache!;
    for (const table of ['posts', 'postmeta', 'term_relationships']) {
      expect(
        await violations(
          '/wp/v2/posts',
          '',
          declared.filter((name) => name !== table),
        ),
      ).toEqual([table]);
    }
  });

  test('responses that depend on the requester are never cached', () => {
    const { routes } = registry();
    const cacheable = routes
      .filter((route) => route.endpoints.some((endpoint) => endpoint.cache))
      .map((route) => route.pattern);
    expect(
      cacheable.filter((pattern) => /settings|revisions|\/me$|proxy|(?:forms|popups|cache)\/v1\//.test(pattern)),
    ).toEqual([]);
    expect(service.app.get(Database).changes.isWatched).toBe(false);
  });
});
