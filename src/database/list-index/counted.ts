import { type Database } from '../database.js';
import { BY_MEDIA_TYPE, BY_TERM, COMMENT_COUNTS, COUNTS, MEDIA_COUNTS, MONTH_KEY_FACTOR } from './tables.js';
import { TRIGGER_DIALECTS } from './trigger-dialect.js';

type CountedValue = readonly [kind: string, value: string];

/** A table whose rows are counted: into which own table, by which two texts and by which values, as expressions on a row. */
export interface Counted {
  readonly from: string;
  readonly into: string;
  readonly texts: readonly [string, string];
  values(row: string): readonly CountedValue[];
}

export function countedTables({
  engine,
  tables,
}: Pick<Database, 'engine' | 'tables'>): Record<'entries' | 'terms' | 'media' | 'comments', Counted> {
  const { month, day } = TRIGGER_DIALECTS[engine];
  const monthOf = (id: string, date: string) => `${id} * ${MONTH_KEY_FACTOR} + ${month(date)}`;
  const times = (date: string): CountedValue[] => [
    ['all', '0'],
    ['month', month(date)],
    ['day', day(date)],
  ];
  return {
    entries: {
      from: tables.posts,
      into: tables.own(COUNTS),
      texts: ['post_type', 'post_status'],
      values: (row) => [
        ...times(`${row}.post_date`),
        ['author', `${row}.post_author`],
        ['amonth', monthOf(`${row}.post_author`, `${row}.post_date`)],
      ],
    },
    terms: {
      from: tables.own(BY_TERM),
      into: tables.own(COUNTS),
      texts: ['post_type', 'post_status'],
      values: (row) => [
        ['term', `${row}.term_taxonomy_id`],
        ['tmonth', monthOf(`${row}.term_taxonomy_id`, `${row}.post_date`)],
      ],
    },
    media: {
      from: tables.own(BY_MEDIA_TYPE),
      into: tables.own(MEDIA_COUNTS),
      texts: ['post_mime_type', 'post_status'],
      values: (row) => times(`${row}.post_date`),
    },
    comments: {
      from: tables.comments,
      into: tables.own(COMMENT_COUNTS),
      texts: ['comment_type', 'comment_approved'],
      values: (row) => [...times(`${row}.comment_date_gmt`), ['post', `${row}.comment_post_ID`]],
    },
  };
}
