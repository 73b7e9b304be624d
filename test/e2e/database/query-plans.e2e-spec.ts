import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database, type SqlParameter } from '../../../src/database/database.js';
import { currentQueryContext } from '../../../src/database/engine/query-counter.js';
import { ADMIN, eachEngine, type EngineName, startTestApp, type TestApp } from '../../support/app.js';
import { onServer, testMysqlUrl } from '../../support/databases.js';
import { fillEntries } from '../../support/many-entries.js';
import { missingOptional } from '../../support/missing.js';

/**
 * How the engines answer the questions of every list, as text in files: a lost index shows as a difference. A statement is
 * listed where it first occurs.
 * `UPDATE_PLANS=1` rewrites the files.
 */
const FOLDER = join(import.meta.dirname, '../../plans');
const POSTS = 3000;
const RUNS = 2;

/** Anonymous requests: entries come from the entry cache, validated by version. */
const FOR_EVERYBODY: Readonly<Record<string, string>> = {
  'posts, for everybody': '/posts',
  'posts of a category, for everybody': '/posts?categories=1002',
  'posts of an author, for everybody': '/posts?author=102',
  'posts of two categories, for everybody': '/posts?categories=1002,1003',
  'one post, for everybody': '/posts/10100',
  'users, for everybody': '/users',
  'media, for everybody': '/media',
  'media of a type, for everybody': '/media?mime_type=image/png',
  'comments, for everybody': '/comments',
  'comments, far page, for everybody': '/comments?offset=1000',
};

const LISTS: Readonly<Record<string, string>> = {
  posts: '/posts',
  'posts, far page': '/posts?page=200',
  'posts with everything embedded': '/posts?_embed=1',
  'posts of a category': '/posts?categories=1002',
  'posts of two categories': '/posts?categories=1002,1003',
  'posts without a tag': '/posts?tags_exclude=1060',
  'posts of an author': '/posts?author=102',
  'posts of an author, far page': '/posts?author=102&offset=1000',
  'posts of a category, far page': '/posts?categories=1002&offset=1000',
  'posts of a category since a date': '/posts?categories=1002&after=2006-01-02T00:00:00',
  'posts of two states': '/posts?status=publish,draft',
  'posts of any status': '/posts?status=any',
  'posts of any status, far page': '/posts?status=any&page=200',
  'posts but for one': '/posts?exclude=10100',
  'posts but for an author': '/posts?author_exclude=102',
  'posts since a date': '/posts?after=2006-01-02T00:00:00',
  'posts since a date, far page': '/posts?after=2006-01-02T00:00:00&order=asc&page=150',
  'posts between dates': '/posts?after=2006-01-02T00:00:00&before=2006-01-05T12:00:00',
  'posts by modification': '/posts?orderby=modified',
  'posts by id': '/posts?orderby=id',
  'posts by id, far page': '/posts?orderby=id&page=200',
  'posts by title': '/posts?orderby=title',
  'posts by slug': '/posts?orderby=slug&order=asc',
  'posts with a slug': '/posts?slug=generated-post-10100',
  'posts found by words': '/posts?search=lorem',
  'posts, named ones': '/posts?include=10100,10200,10300',
  'one post': '/posts/10100',
  'revisions of a post': '/posts/10100/revisions',
  'pages below a page': '/pages?parent=2',
  media: '/media',
  'media of a type': '/media?mime_type=image/png',
  categories: '/categories',
  'categories of a post': '/categories?post=10100',
  'tags by number of posts': '/tags?orderby=count&order=desc&hide_empty=true',
  users: '/users',
  comments: '/comments',
  'comments, far page': '/comments?offset=1000',
  'comments since a date': '/comments?after=2006-01-02T00:00:00',
  'comments of a post': '/comments?post=10100',
};

/** With the search index; words that few and many entries have. */
const SEARCHES: Readonly<Record<string, string>> = {
  'posts found by a word, with the search index': '/posts?search=lorem+271',
  'posts found by a frequent word, with the search index': '/posts?search=lorem',
  'posts found by a frequent word, by relevance': '/posts?search=lorem&orderby=relevance',
  'media found by a word, with the search index': '/media?search=271',
};

const RELEASES: Readonly<Record<EngineName, string>> = {
  sqlite: 'SQLite as installed with the project',
  mysql: testMysqlUrl ? await serverRelease() : 'no server',
};

interface Asked {
  sql: string;
  parameters: readonly SqlParameter[];
}

eachEngine((engine) => {
  describe('query plans', () => {
    let app: TestApp;
    let db: Database;
    let plans: string;
    const shown = new Set<string>();

    beforeAll(async () => {
      app = await startTestApp({ CACHE_MB: '0', DATABASE_POOL: '1', SERVER_TIMING: 'request' }, engine);
      db = app.app.get(Database);
      await fillEntries(db, POSTS);
      // Embedded databases have it from the start.
      await db.searchIndex.remove();
      const parts: string[] = [];
      for (const [name, path] of Object.entries(LISTS)) parts.push(await planOf(name, path, ADMIN));
      for (const [name, path] of Object.entries(FOR_EVERYBODY)) parts.push(await planOf(name, path));
      await db.searchIndex.build();
      for (const [name, path] of Object.entries(SEARCHES)) parts.push(await planOf(name, path, ADMIN));
      plans = [`${RELEASES[engine]}\n`, ...parts].join('\n');
    });

    afterAll(() => app.close());

    const file = join(FOLDER, `${engine}.txt`);
    const stored = readFileSync(file, 'utf8');
    // Another release may decide otherwise; the test below holds for each.
    if (firstLine(stored) === RELEASES[engine] || process.env.UPDATE_PLANS)
      test('are those on file', () => {
        if (process.env.UPDATE_PLANS) writeFileSync(file, plans);
        else expect(plans).toBe(stored);
      });
    else missingOptional(`the plans on file are those of ${firstLine(stored)}, this is ${RELEASES[engine]}`);

    test('no list of entries reads the whole table but a search for words', () => {
      const scans = plans.split('\n\n').filter((part) => /wp_posts: (?:ALL|SCAN wp_posts(?! USING))/m.test(part));
      expect(scans.map((part) => part.split('\n')[0]).filter((name) => name !== '# posts found by words')).toEqual([]);
    });

    async function planOf(name: string, path: string, account?: typeof ADMIN): Promise<string> {
      const statements = await statementsOf(path, account);
      const explained: string[] = [];
      for (const statement of statements) explained.push(await explain(statement));
      const isNew = (plan: string) => !shown.has(plan) && shown.add(plan);
      return [`# ${name}`, ...explained.filter(isNew)].join('\n') + '\n';
    }

    /**
     * What the service asks for a response: statements of the request itself, not of the background, that each of several requests
     * asks, not only the first one or the one in which a cache has become too old.
     */
    async function statementsOf(path: string, account?: typeof ADMIN): Promise<Asked[]> {
      const get = () => {
        const asked = request(app.server).get(`/wp-json/wp/v2${path}`);
        return (account ? asked.auth(account.user, account.password) : asked).expect(200);
      };
      await get();
      const runs: Map<string, Asked>[] = [];
      const query = db.query;
      db.query = function <T>(sql: string, parameters: readonly SqlParameter[] = []): Promise<T[]> {
        const isOther =
          /_options`|_usermeta`|_users`.*user_login|nestpress_(?!entr|attachments|media|comment|hidden|term_changes|search|type_date)|information_schema|sqlite_master/;
        if (currentQueryContext()?.about && !isOther.test(sql)) runs.at(-1)!.set(sql, { sql, parameters });
        return query.call(db, sql, parameters) as Promise<T[]>;
      };
      try {
        for (let run = 0; run < RUNS; run++) {
          runs.push(new Map());
          await get();
        }
      } finally {
        db.query = query;
      }
      return [...runs[0]!.values()].filter(({ sql }) => runs.every((asked) => asked.has(sql)));
    }

    async function explain({ sql, parameters }: Asked): Promise<string> {
      const rows = await db.query<Record<string, unknown>>(
        `${engine === 'mysql' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN'} ${sql}`,
        parameters,
      );
      const lines = rows.map((row) =>
        engine === 'mysql'
          ? `${String(row.table)}: ${String(row.type)} ${String(row.key)} ${String(row.Extra)}`.trimEnd()
          : `${tableOf(row.detail)}: ${String(row.detail)}`,
      );
      return `  ${short(sql)}\n${lines.map((line) => `    ${line}`).join('\n')}`;
    }
  });
});

async function serverRelease(): Promise<string> {
  const [row] = (await onServer('SELECT VERSION() AS version')) as [{ version: string }];
  return `${row.version.includes('MariaDB') ? 'MariaDB' : 'MySQL'} ${/^\d+\.\d+/.exec(row.version)![0]}`;
}

function firstLine(text: string): string {
  return text.slice(0, text.indexOf('\n'));
}

function tableOf(detail: unknown): string {
  return /(?:SCAN|SEARCH) (\w+)/.exec(String(detail))?.[1] ?? '';
}

/** Enough of a statement to recognise it. */
function short(sql: string): string {
  return sql.replace(/SELECT .*? FROM/gs, 'SELECT … FROM').replace(/\(\?(?:,\s*\?)*\)/g, '(…)');
}
