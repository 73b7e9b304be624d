import { type Database } from '../../../database/database.js';
import { isMergeable } from '../../series/merged-ids.js';
import { type Series } from '../../series/series.js';
import { type EntryQuery } from './entry-query.js';
import { seriesOf } from './entry-series.js';
import { type Heading, type Narrowing } from './narrowing.js';

/** Lists that an index has in order of date, which together are the list asked for; undefined where they are too many. */
export function orderedLists(query: EntryQuery, { heading }: Narrowing, db: Database): Series[] | undefined {
  const lists = single(heading).flatMap((one) =>
    query.statuses.map((status) => seriesOf({ type: query.type, statuses: [status] }, one, db)),
  );
  return isMergeable(lists, query) ? lists : undefined;
}

function single(heading: Heading): Heading[] {
  switch (heading.by) {
    case 'all':
      return [heading];
    case 'author':
      return heading.authors.map((author) => ({ ...heading, authors: [author] }));
    case 'term':
      return heading.terms.map((term) => ({ ...heading, terms: [term] }));
    case 'media':
      return heading.types.map((type) => ({ ...heading, types: [type] }));
  }
}
