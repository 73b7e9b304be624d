import { expect, test } from '@jest/globals';
import { type Database } from '../../database/database.js';
import { releaseProblem } from './release-check.js';

/** A database with this version and these newest posts. */
function database(version: string, posts: string[] = []): Database {
  return {
    tablePrefix: 'wp_',
    tables: { posts: 'wp_posts', options: 'wp_options' },
    existingTables: () => Promise.resolve(['wp_options', 'wp_posts']),
    manager: {
      findOneBy: () => Promise.resolve({ value: version }),
      find: () => Promise.resolve(posts.map((content) => ({ content }))),
    },
  } as unknown as Database;
}

test.each([
  ['A', '60717', [], /db_version 60717.*VARIANT=A/],
  ['B', '43764', [], /VARIANT=B/],
  ['A', '38590', ['<p>x', '<!-- wp:paragraph -->'], /written in blocks/],
  ['A', '38590', ['<p>x'], undefined],
  ['C', '60717', ['<!-- wp:paragraph -->'], undefined],
] as const)('variant %s on db_version %s with posts %j', async (variant, version, posts, expected) => {
  const problem = await releaseProblem({ variant }, database(version, [...posts]));
  if (expected) expect(problem).toMatch(expected);
  else expect(problem).toBeUndefined();
});
