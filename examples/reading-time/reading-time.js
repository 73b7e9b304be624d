import { defineField } from '@nestpress/server';

const WORDS_PER_MINUTE = 220;

/** Follows from the entry alone. */
export const readingTime = defineField({
  on: ['post', 'page'],
  name: 'reading_time',
  schema: { type: 'integer', description: 'Minutes it takes to read.' },
  load: (entries) =>
    entries.map(({ content }) =>
      Math.ceil(content.replace(/<[^>]*>/g, ' ').match(/\S+/g)?.length / WORDS_PER_MINUTE || 0),
    ),
});

/** Read from another table, for all entries of a page with one query. */
export const discussed = defineField({
  on: ['post'],
  name: 'comment_count',
  schema: { type: 'integer', description: 'Number of approved comments.' },
  reads: ['comments'],
  async load(entries, database) {
    const placeholders = entries.map(() => '?').join();
    const rows = await database.query(
      `SELECT comment_post_ID AS id, COUNT(*) AS total FROM ${database.tables.comments} ` +
        `WHERE comment_approved = '1' AND comment_post_ID IN (${placeholders}) GROUP BY comment_post_ID`,
      entries.map(({ id }) => id),
    );
    const totals = new Map(rows.map(({ id, total }) => [id, Number(total)]));
    return entries.map(({ id }) => totals.get(id) ?? 0);
  },
});
