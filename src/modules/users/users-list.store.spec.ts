import { describe, expect, test } from '@jest/globals';
import { mysqlDialect } from '../../database/engine/dialect.js';
import { joined, type SqlFragment } from '../../database/engine/sql-fragment.js';
import { tablesWithPrefix } from '../../database/engine/table-names.js';
import { CORE_MODEL } from '../../content-model/content-model.js';
import { type UserQuery } from './user-query.js';
import { usersAsSql } from './users-list.store.js';

const db = { tables: tablesWithPrefix('wp_'), tablePrefix: 'wp_', sql: mysqlDialect, listIndex: { isUsable: false } };
const ALL_USERS: UserQuery = {
  searched: 'all',
  published: false,
  authors: false,
  orderby: 'name',
  order: 'asc',
  offset: 0,
  perPage: 10,
};

/** The SQL of a page, without its limits. */
function page(query: Partial<UserQuery>): SqlFragment {
  const { where, order } = usersAsSql({ ...ALL_USERS, ...query }, db, CORE_MODEL, '2020-01-01 00:00:00');
  return joined([where, order], ' ORDER BY ');
}

describe('where search looks', () => {
  test.each([
    ['ann', ['user_login', 'user_url', 'user_email', 'user_nicename', 'display_name']],
    ['ann@example.test', ['user_email']],
    ['http://ann', ['user_url']],
    ['12', ['ID', 'user_login']],
  ])('%s, for those who list users', (search, columns) => {
    expect([...page({ search }).sql.matchAll(/u\.(\w+) (?:LIKE|= \?)/g)].map((match) => match[1])).toEqual(columns);
  });

  test.each(['ann', 'ann@example.test', 'http://ann', '12'])(
    '%s, for everybody else: never at addresses of mail or sites',
    (search) => {
      for (const searched of ['shown', 'addresses'] as const)
        expect(page({ search, searched }).sql).not.toMatch(/user_email|user_url/);
    },
  );

  test('wildcards stand for themselves, stars around the text for nothing', () => {
    expect(page({ search: '*50%_!*' }).parameters).toContain('%50!%!_!!%');
  });
});

describe('order', () => {
  test('ties go by number', () => {
    expect(page({ orderby: 'url', order: 'desc' }).sql).toMatch(/ORDER BY u\.user_url DESC, u\.ID$/);
  });

  test('a list without its filter goes by login', () => {
    expect(page({ orderby: 'include' }).sql).toMatch(/ORDER BY u\.user_login, u\.ID/);
    expect(page({ orderby: 'include_slugs' }).sql).toMatch(/ORDER BY u\.user_login, u\.ID/);
  });

  test('an unknown name orders by login: input never becomes SQL', () => {
    expect(page({ orderby: 'ID; DROP TABLE' }).sql).toMatch(/ORDER BY u\.user_login, u\.ID/);
  });
});

test('include beats exclude', () => {
  expect(page({ include: [1], exclude: [2] }).sql).not.toContain('NOT IN');
  expect(page({ exclude: [2] }).sql).toContain('u.ID NOT IN (?)');
});

test('endless lists are cut', () => {
  const { parameters } = page({
    include: Array.from({ length: 100_000 }, (_, n) => n),
    roles: Array.from({ length: 1000 }, (_, n) => `r${n}`),
  });
  expect(parameters.length).toBeLessThan(32_000);
});
