import { expect, test } from '@jest/globals';
import { forEachEngine } from '../../../test/support/databases.js';
import type { Database } from '../database.js';
import { escapeLike, like } from './dialect.js';

const TITLES = [
  '',
  ' leading',
  '_draft',
  '-dash',
  '–en dash',
  '“Quoted”',
  '(aside)',
  '#1 hit',
  '$5',
  '10 ways',
  '2 ways',
  '100%',
  'a b',
  'a-b',
  'a_b',
  'ab',
  'Álamo',
  'alan',
  'Ærø',
  'af',
  'Ångström',
  'anguish',
  'Écoute',
  'ecru',
  'épsilon',
  'Zulu',
  'naïve',
  'Naive Bayes',
  'Øresund',
  'Orbit',
  'Łódź',
  'lodge',
  'Straße',
  'strassen',
  'strata',
  'Æon',
  'Привет',
  'ёлка',
  'Ель',
  'Ωmega',
  'αlpha',
  '漢字',
  '😀',
];

async function withTitles(db: Database): Promise<Database> {
  await db.transaction(async (tx) => {
    for (const title of TITLES) await tx.execute(`INSERT INTO ${db.tables.posts} (post_title) VALUES (?)`, [title]);
  });
  return db;
}

/** What MySQL makes of them; MariaDB runs the same test. */
const IN_ORDER = [
  '',
  ' leading',
  '_draft',
  '-dash',
  '–en dash',
  '“Quoted”',
  '(aside)',
  '#1 hit',
  '$5',
  '10 ways',
  '100%',
  '2 ways',
  'a b',
  'a_b',
  'a-b',
  'ab',
  'Æon',
  'Ærø',
  'af',
  'Álamo',
  'alan',
  'Ångström',
  'anguish',
  'Écoute',
  'ecru',
  'épsilon',
  'lodge',
  'Łódź',
  'naïve',
  'Naive Bayes',
  'Orbit',
  'Øresund',
  'Straße',
  'strassen',
  'strata',
  'Zulu',
  'αlpha',
  'Ωmega',
  'ёлка',
  'Ель',
  'Привет',
  '漢字',
  '😀',
];

const PATTERNS: ReadonlyArray<[string, string[]]> = [
  ['%epsilon%', ['épsilon']],
  ['%ÉPSILON%', ['épsilon']],
  ['e%', ['Écoute', 'ecru', 'épsilon']],
  ['_codic', []],
  ['%oresund', ['Øresund']],
  ['%ss%', ['strassen']],
  ['straß%', ['Straße']],
  ['a_b', ['a b', 'a-b', 'a_b']],
  ['a!_b', ['a_b']],
  [`%${escapeLike('0%')}%`, ['100%']],
  ['%привЕТ%', ['Привет']],
  ['%(a%)%', ['(aside)']],
  ['', ['']],
];

forEachEngine((_engine, makeDatabase) => {
  test('texts sort without regard to case and accents, marks before digits before letters', async () => {
    const db = await withTitles(await makeDatabase());
    const order = db.sql.textOrder('post_title');
    const sorted = async (direction: string) =>
      (
        await db.query<{ title: string }>(
          `SELECT post_title AS title FROM ${db.tables.posts} ORDER BY ${order} ${direction}, ID`,
        )
      ).map(({ title }) => title);
    expect(await sorted('ASC')).toEqual(IN_ORDER);
    expect(await sorted('DESC')).toEqual(IN_ORDER.toReversed());
  });

  test('LIKE knows neither case nor accents', async () => {
    const db = await withTitles(await makeDatabase());
    for (const [pattern, expected] of PATTERNS) {
      const found = await db.query<{ title: string }>(
        `SELECT post_title AS title FROM ${db.tables.posts} WHERE ${like('post_title')} ORDER BY ID`,
        [pattern],
      );
      expect([pattern, ...found.map(({ title }) => title)]).toEqual([
        pattern,
        ...TITLES.filter((title) => expected.includes(title)),
      ]);
    }
  });

  test('LIKE takes patterns of any length', async () => {
    const db = await makeDatabase();
    const long = 'Aé% '.repeat(5000);
    const store = `INSERT INTO ${db.tables.postmeta} (meta_key, meta_value) VALUES ('k', ?)`;
    await db.transaction((tx) => tx.execute(store, [`before ${long}between ${long}after`]));
    const pattern = escapeLike(long.toUpperCase());
    const matches = async (text: string) =>
      (await db.query(`SELECT meta_id FROM ${db.tables.postmeta} WHERE ${like('meta_value')}`, [text])).length === 1;
    expect(await matches(`%${pattern}%`)).toBe(true);
    expect(await matches(`BEFORE ${pattern}between ${pattern}AFTER`)).toBe(true);
    expect(await matches(`before%${pattern}%${pattern}%`)).toBe(true);
    expect(await matches(`%${pattern}%${pattern}`)).toBe(false);
    expect(await matches(`${pattern}%`)).toBe(false);
    expect(await matches(`%${pattern}%${pattern}%${pattern}%`)).toBe(false);
    expect(await matches(`%"${pattern}"%`)).toBe(false);
  });

  test('nothing is like NULL, and NULL comes first', async () => {
    const db = await makeDatabase();
    await db.transaction(async (tx) => {
      for (const value of [null, 'b', 'a'])
        await tx.execute(`INSERT INTO ${db.tables.postmeta} (meta_key, meta_value) VALUES ('k', ?)`, [value]);
    });
    const rows = await db.query<{ v: string | null }>(
      `SELECT meta_value AS v FROM ${db.tables.postmeta} ORDER BY ${db.sql.textOrder('meta_value')}`,
    );
    expect(rows.map(({ v }) => v)).toEqual([null, 'a', 'b']);
    expect(await db.query(`SELECT meta_id FROM ${db.tables.postmeta} WHERE ${like('meta_value')}`, ['%'])).toHaveLength(
      2,
    );
  });
});
