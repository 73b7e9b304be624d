import { type Database } from '../../../database/database.js';
import { rowsIn, type Span, sum, totalIn, totalOf } from '../../series/total.js';
import { type EntryQuery } from './entry-query.js';
import { seriesOf } from './entry-series.js';
import { type Heading, type Narrowing } from './narrowing.js';
import { SqlPart } from './sql-part.js';

/** A SELECT of how many entries there are, as `total`. `conditions` are those of the question but for single entries left out. */
export function indexedTotal(
  query: EntryQuery,
  { heading, after, before, without, except }: Narrowing,
  conditions: SqlPart,
  db: Database,
): SqlPart {
  const terms = [sum(headingTotal(query, heading, { after, before }, db))];
  if (without) terms.push(sum(headingTotal(query, without, { after, before }, db)));
  if (except) {
    const single = new SqlPart().in('ID', except);
    terms.push(
      new SqlPart().add(
        `(SELECT COUNT(*) FROM ${db.tables.posts} WHERE ${single.join('')} AND ${conditions.join(' AND ')})`,
        ...single.parameters,
        ...conditions.parameters,
      ),
    );
  }
  return new SqlPart().add(
    `SELECT ${terms.map((term) => term.join('')).join(' - ')} AS total`,
    ...terms.flatMap((term) => term.parameters),
  );
}

/** Whether rows are counted for it, more of them the larger the site. */
export function isCounted({ heading, without }: Narrowing): boolean {
  return [heading, without].some((one) => one?.by === 'term' && one.terms.length > 1);
}

function headingTotal(query: EntryQuery, heading: Heading, span: Span, db: Database): SqlPart[] {
  const series = seriesOf(query, heading, db);
  // An entry may have several of them.
  if (heading.by === 'term' && heading.terms.length > 1) return [rowsIn(series, span, 'DISTINCT post_id')];
  if (span.after !== undefined || span.before !== undefined) return totalIn(series, span);
  return [totalOf(series)];
}
