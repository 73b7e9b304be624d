import { type Database } from '../../../database/database.js';
import { BY_MEDIA_TYPE, BY_TERM, COUNTS, MEDIA_COUNTS } from '../../../database/list-index/tables.js';
import { DAYS, NOBODY, oneOf, type Series } from '../../series/series.js';
import { type EntryQuery } from './entry-query.js';
import { type Heading } from './narrowing.js';
import { SqlPart } from './sql-part.js';

/** What the list index counts of the types and statuses of a question under a heading. */
export function seriesOf(
  { type, statuses }: Pick<EntryQuery, 'type' | 'statuses'>,
  heading: Heading,
  { tables }: Database,
): Series {
  const texts = () => new SqlPart().add('post_type = ?', type).in('post_status', statuses);
  const entries = {
    counts: tables.own(COUNTS),
    texts: texts(),
    rows: tables.posts,
    idColumn: 'ID',
    dateColumn: 'post_date',
  };
  switch (heading.by) {
    case 'all':
      return { ...entries, kind: 'all', ids: NOBODY, units: DAYS, conditions: texts() };
    case 'author':
      return {
        ...entries,
        kind: 'author',
        ids: heading.authors.map((author) => new SqlPart().add('?', author)),
        units: [{ length: 7, kind: 'amonth' }],
        conditions: texts().in('post_author', heading.authors),
      };
    case 'term': {
      const ids = heading.terms.map((term) =>
        new SqlPart().add(
          `(SELECT term_taxonomy_id FROM ${tables.term_taxonomy} WHERE term_id = ? AND taxonomy = ?)`,
          term,
          heading.taxonomy,
        ),
      );
      return {
        ...entries,
        kind: 'term',
        ids,
        units: [{ length: 7, kind: 'tmonth' }],
        rows: tables.own(BY_TERM),
        idColumn: 'post_id',
        conditions: oneOf('term_taxonomy_id', ids).add(texts().join(' AND '), ...texts().parameters),
      };
    }
    case 'media': {
      const ofTypes = () => new SqlPart().in('post_mime_type', heading.types).in('post_status', statuses);
      return {
        counts: tables.own(MEDIA_COUNTS),
        texts: ofTypes(),
        kind: 'all',
        ids: NOBODY,
        units: DAYS,
        rows: tables.own(BY_MEDIA_TYPE),
        idColumn: 'post_id',
        dateColumn: 'post_date',
        conditions: ofTypes(),
      };
    }
  }
}
