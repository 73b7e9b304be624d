import { type Database, type Engine } from '../database.js';
import { BY_TERM, COUNTS } from './tables.js';
import { changed, type TableBlocks, WORDS } from './words.js';

type Row = 'OLD' | 'NEW';
type Step = '+ 1' | '- 1';

/** What an entry is counted by, as expressions on a row (or table) of posts. */
export function countedValues(engine: Engine, row: string): ReadonlyArray<readonly [kind: string, value: string]> {
  const { month, day } = WORDS[engine];
  return [
    ['all', '0'],
    ['author', `${row}.post_author`],
    ['month', month(`${row}.post_date`)],
    ['day', day(`${row}.post_date`)],
  ];
}

/** Keeps the numbers of entries, and the entries of each term in order. */
export function countBlocks({ engine, tables }: Database): TableBlocks {
  const words = WORDS[engine];
  const counts = tables.own(COUNTS);
  const byTerm = tables.own(BY_TERM);

  const count = (row: Row, step: Step, kinds: ReadonlyArray<readonly [kind: string, value: string]>) => {
    const rows = kinds.map(([kind, value]) => `(${row}.post_type, ${row}.post_status, '${kind}', ${value}, ${words.slot}, 0 ${step})`);
    return `INSERT INTO ${counts} (post_type, post_status, kind, value, slot, entries) VALUES ${rows.join(', ')} ${words.otherwise(`entries = entries ${step}`)}`;
  };
  const countEntry = (row: Row, step: Step) => count(row, step, countedValues(engine, row));
  const countTerm = (row: Row, step: Step) => count(row, step, [['term', `${row}.term_taxonomy_id`]]);

  const addTerm =
    `INSERT INTO ${byTerm} SELECT NEW.term_taxonomy_id, post_type, post_status, post_date, ID FROM ${tables.posts} WHERE ID = NEW.object_id`;
  const removeTerm = `DELETE FROM ${byTerm} WHERE post_id = OLD.object_id AND term_taxonomy_id = OLD.term_taxonomy_id`;
  const addTerms =
    `INSERT INTO ${byTerm} SELECT term_taxonomy_id, NEW.post_type, NEW.post_status, NEW.post_date, NEW.ID FROM ${tables.term_relationships} WHERE object_id = NEW.ID`;
  const removeTerms = `DELETE FROM ${byTerm} WHERE post_id = OLD.ID`;

  return {
    posts: {
      INSERT: [{ statements: [countEntry('NEW', '+ 1'), addTerms] }],
      DELETE: [{ statements: [countEntry('OLD', '- 1'), removeTerms] }],
      UPDATE: [
        {
          when: changed(words, 'ID', 'post_type', 'post_status', 'post_author', 'post_date'),
          statements: [countEntry('OLD', '- 1'), countEntry('NEW', '+ 1'), removeTerms, addTerms],
        },
      ],
    },
    term_relationships: {
      INSERT: [{ statements: [addTerm] }],
      DELETE: [{ statements: [removeTerm] }],
      UPDATE: [{ when: changed(words, 'object_id', 'term_taxonomy_id'), statements: [removeTerm, addTerm] }],
    },
    [BY_TERM]: {
      INSERT: [{ statements: [countTerm('NEW', '+ 1')] }],
      DELETE: [{ statements: [countTerm('OLD', '- 1')] }],
    },
  };
}
