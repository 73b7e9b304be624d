import { placeholders } from '../../../database/engine/parameters.js';
import { fragment, joined, type SqlFragment } from '../../../database/engine/sql-fragment.js';
import { type Tables } from '../../../database/engine/tables.js';
import { type EntryQuery, type TermTest } from './entry-query.js';

/** All or any of the tests; the test of formats is one of them. */
export function termQueryConditions({ termQuery, formats }: EntryQuery, tables: Tables): SqlFragment[] {
  const conditions = (termQuery?.tests ?? []).map((test) => termTest(test, tables));
  if (formats?.length) conditions.push(formatCondition(formats, tables));
  return conditions.length > 0 ? [inBrackets(conditions, ` ${termQuery?.relation ?? 'AND'} `)] : [];
}

function termTest({ taxonomy, ids, operator, withDescendants, isExcluded }: TermTest, tables: Tables): SqlFragment {
  const entriesWith = (some: readonly number[]) => {
    const terms = withDescendants ? descendants(taxonomy, some, tables) : fragment(placeholders(some.length), ...some);
    return fragment(
      `ID ${isExcluded ? 'NOT ' : ''}IN (SELECT r.object_id FROM ${tables.term_relationships} r ` +
        `JOIN ${tables.term_taxonomy} t ON t.term_taxonomy_id = r.term_taxonomy_id WHERE t.taxonomy = ? AND t.term_id IN (${terms.sql}))`,
      taxonomy,
      ...terms.parameters,
    );
  };
  return inBrackets(operator === 'AND' ? ids.map((id) => entriesWith([id])) : [entriesWith(ids)], ' AND ');
}

/** The terms and all below them. */
function descendants(taxonomy: string, ids: readonly number[], tables: Tables): SqlFragment {
  return fragment(
    `WITH RECURSIVE below (id) AS (SELECT term_id FROM ${tables.term_taxonomy} WHERE taxonomy = ? AND term_id IN (${placeholders(ids.length)}) ` +
      `UNION SELECT c.term_id FROM ${tables.term_taxonomy} c JOIN below ON c.parent = below.id WHERE c.taxonomy = ?) SELECT id FROM below`,
    taxonomy,
    ...ids,
    taxonomy,
  );
}

/** Posts of any of the formats; a post without a format term is `standard`. */
function formatCondition(formats: readonly string[], tables: Tables): SqlFragment {
  const formatted = (condition: string) =>
    `(SELECT r.object_id FROM ${tables.term_relationships} r JOIN ${tables.term_taxonomy} t ON t.term_taxonomy_id = r.term_taxonomy_id ` +
    `JOIN ${tables.terms} n ON n.term_id = t.term_id WHERE t.taxonomy = 'post_format'${condition})`;
  const slugs = formats.filter((format) => format !== 'standard').map((format) => `post-format-${format}`);
  return inBrackets(
    [
      ...(slugs.length > 0
        ? [fragment(`ID IN ${formatted(` AND n.slug IN (${placeholders(slugs.length)})`)}`, ...slugs)]
        : []),
      ...(slugs.length < formats.length ? [fragment(`ID NOT IN ${formatted('')}`)] : []),
    ],
    ' OR ',
  );
}

function inBrackets(conditions: readonly SqlFragment[], separator: string): SqlFragment {
  const { sql, parameters } = joined(conditions, separator);
  return { sql: `(${sql})`, parameters };
}
