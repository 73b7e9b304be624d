import { type Database } from '../../src/database/database.js';
import { LIST_INDEX_TABLES } from '../../src/database/lists/indexed/tables.js';

const CATEGORIES = 40;
const TAGS = 100;
const BATCH = 250;
const stamp = (index: number) =>
  new Date(Date.UTC(2006, 0, 1) + index * 600_000).toISOString().slice(0, 19).replace('T', ' ');

/** Many short posts with authors, terms, comments and media, on either engine; the list index stays as it is. */
export async function fillEntries(db: Database, posts: number): Promise<void> {
  const insert = async (
    table: string,
    columns: readonly string[],
    rows: ReadonlyArray<ReadonlyArray<string | number>>,
  ) => {
    for (let from = 0; from < rows.length; from += BATCH) {
      const part = rows.slice(from, from + BATCH);
      const values = part.map((row) => `(${row.map(() => '?').join(', ')})`).join(', ');
      await db.transaction((tx) =>
        tx.execute(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values}`, part.flat()),
      );
    }
  };
  const { users, terms, term_taxonomy: taxonomy, posts: table, term_relationships: relations, comments } = db.tables;
  const ids = (count: number, first: number) => Array.from({ length: count }, (_, index) => first + index);
  const authors = ids(20, 100);
  await insert(
    users,
    ['ID', 'user_login', 'user_nicename', 'user_email', 'display_name'],
    authors.map((id) => [id, `w${id}`, `w${id}`, `w${id}@example.test`, `W ${id}`]),
  );
  const termIds = ids(CATEGORIES + TAGS, 1000);
  await insert(
    terms,
    ['term_id', 'name', 'slug'],
    termIds.map((id) => [id, `t ${id}`, `t-${id}`]),
  );
  await insert(
    taxonomy,
    ['term_taxonomy_id', 'term_id', 'taxonomy', 'description', 'count'],
    termIds.map((id) => [id, id, id < 1000 + CATEGORIES ? 'category' : 'post_tag', '', 50]),
  );
  /** Columns without a default. */
  const texts = Object.fromEntries(
    ['post_content', 'post_title', 'post_excerpt', 'to_ping', 'pinged', 'post_content_filtered'].map((name) => [
      name,
      '',
    ]),
  );
  const insertPosts = (rows: readonly Readonly<Record<string, string | number>>[]) =>
    insert(
      table,
      Object.keys({ ...texts, ...rows[0] }),
      rows.map((row) => Object.values({ ...texts, ...row })),
    );
  const postIds = ids(posts, 10_000);
  await insertPosts(
    postIds.map((id, index) => ({
      ID: id,
      post_author: authors[index % 20]!,
      post_date: stamp(index),
      post_date_gmt: stamp(index),
      post_modified: stamp(index),
      post_modified_gmt: stamp(index),
      post_content: 'Lorem ipsum dolor. '.repeat(30),
      post_title: `Post ${id}`,
      post_status: index % 20 === 19 ? 'draft' : 'publish',
      post_name: `generated-post-${id}`,
      post_type: 'post',
    })),
  );
  await insertPosts(
    postIds.map((id, index) => ({
      ID: id + 100_000,
      post_author: authors[index % 20]!,
      post_date: stamp(index),
      post_parent: id,
      post_status: 'inherit',
      post_type: 'revision',
      post_name: `${id}-revision-v1`,
    })),
  );
  await insertPosts(
    postIds
      .filter((_, index) => index % 10 === 0)
      .map((id, index) => ({
        ID: id + 200_000,
        post_author: authors[index % 20]!,
        post_date: stamp(index),
        post_status: 'inherit',
        post_type: 'attachment',
        post_mime_type: index % 9 ? 'image/jpeg' : 'image/png',
        post_name: `file-${id}`,
      })),
  );
  await insert(
    db.tables.postmeta,
    ['post_id', 'meta_key', 'meta_value'],
    postIds.flatMap((id) => ['_edit_last', '_edit_lock', '_thumbnail_id'].map((key) => [id, key, '1'])),
  );
  await insert(
    relations,
    ['object_id', 'term_taxonomy_id'],
    postIds.flatMap((id, index) => [
      [id, 1000 + (index % CATEGORIES)],
      [id, 1000 + CATEGORIES + (index % TAGS)],
    ]),
  );
  await insert(
    comments,
    [
      'comment_post_ID',
      'comment_author',
      'comment_author_email',
      'comment_date',
      'comment_date_gmt',
      'comment_content',
      'comment_approved',
    ],
    postIds
      .filter((_, index) => index % 3 === 0)
      .map((id, index) => [id, 'Reader', 'reader@example.test', stamp(index), stamp(index), 'A comment.', '1']),
  );
  while (await db.listIndex.merge());
  const indexTables = LIST_INDEX_TABLES.map(({ name }) => db.tablePrefix + name);
  await analyse(db, [users, terms, taxonomy, table, relations, comments, db.tables.postmeta, ...indexTables]);
}

/** Exact statistics, so that the engines decide alike each time. */
async function analyse(db: Database, tables: readonly string[]): Promise<void> {
  for (const name of tables) {
    if (db.engine === 'sqlite') await db.transaction((tx) => tx.execute(`ANALYZE ${name}`));
    else await db.query(`ALTER TABLE ${name} STATS_SAMPLE_PAGES = 1000`).then(() => db.query(`ANALYZE TABLE ${name}`));
  }
}
