import { type Database } from '../../database.js';
import { type Tables } from '../../engine/table-names.js';
import { BY_MEDIA_TYPE, BY_TERM, COMMENT_COUNTS, COUNTS, MEDIA_COUNTS, TERM_CHANGES } from './tables.js';
import { type LeftOut } from './families.js';
import { type TriggerClause, changed, type TableClauses, TRIGGER_DIALECTS } from './trigger-dialect.js';

type CounterKey = readonly [kind: string, value: string];

/** How the rows of a table are counted. */
export interface CountedTable {
  readonly from: string;
  /** Table of the counters. */
  readonly into: string;
  /** Two text columns that the counters share with the counted rows. */
  readonly texts: readonly [string, string];
  /** Which rows are counted, if not all of them. */
  where?(row: string): string;
  /** Under which kinds and values a row is counted; values are expressions on `row`, a table or OLD or NEW. */
  keys(row: string): readonly CounterKey[];
}

export function countedTables({
  engine,
  tables,
}: Pick<Database, 'engine' | 'tables'>): Record<'entries' | 'terms' | 'media' | 'comments', CountedTable> {
  const { month, monthOf, day } = TRIGGER_DIALECTS[engine];
  const byDate = (date: string): CounterKey[] => [
    ['all', '0'],
    ['month', month(date)],
    ['day', day(date)],
  ];
  return {
    entries: {
      from: tables.posts,
      into: tables.own(COUNTS),
      texts: ['post_type', 'post_status'],
      where: isListed,
      keys: (row) => [
        ...byDate(`${row}.post_date`),
        ['author', `${row}.post_author`],
        ['author_month', monthOf(`${row}.post_author`, month(`${row}.post_date`))],
      ],
    },
    terms: {
      from: tables.own(BY_TERM),
      into: tables.own(COUNTS),
      texts: ['post_type', 'post_status'],
      keys: (row) => [
        ['term', `${row}.term_taxonomy_id`],
        ['term_month', monthOf(`${row}.term_taxonomy_id`, month(`${row}.post_date`))],
      ],
    },
    media: {
      from: tables.own(BY_MEDIA_TYPE),
      into: tables.own(MEDIA_COUNTS),
      texts: ['post_mime_type', 'post_status'],
      keys: (row) => byDate(`${row}.post_date`),
    },
    comments: {
      from: tables.comments,
      into: tables.own(COMMENT_COUNTS),
      texts: ['comment_type', 'comment_approved'],
      keys: (row) => [...byDate(`${row}.comment_date_gmt`), ['post', `${row}.comment_post_ID`]],
    },
  };
}

/** The tables of the families that are in the index. */
export function includedTables(db: Pick<Database, 'engine' | 'tables'>, leftOut: LeftOut): CountedTable[] {
  const { entries, media, comments, terms } = countedTables(db);
  return [entries, media, ...(leftOut.has('comments') ? [] : [comments]), ...(leftOut.has('terms') ? [] : [terms])];
}

/** One SELECT for each kind, of the two texts, kind, value and number, counted from the rows. */
export function countsFromRows({ from, texts, keys, where }: CountedTable): string[] {
  const columns = texts.join(', ');
  const counted = where ? `${from} WHERE ${where(from)}` : from;
  return keys(from).map(
    ([kind, value]) =>
      `SELECT ${columns}, '${kind}' AS counted_by, ${value} AS value, COUNT(*) AS entries FROM ${counted} GROUP BY ${columns}, value`,
  );
}

/** Revisions, which every update of an entry adds one of, are in no list by type, author, term or text. */
export const isListed = (row: string) => `${row}.post_type <> 'revision'`;

const isMedia = (row: string) => `${row}.post_type = 'attachment'`;

type Row = 'OLD' | 'NEW';
type Step = '+ 1' | '- 1';

type TermStatements = Record<'addTerm' | 'removeTerm' | 'addTerms' | 'removeTerms', readonly string[]>;

const NO_TERMS: TermStatements = { addTerm: [], removeTerm: [], addTerms: [], removeTerms: [] };

/** Updates the table of entries by term: a single term of an entry, or all of them when the entry has changed. */
function exactTerms(tables: Tables): TermStatements {
  const { posts, term_relationships: relations } = tables;
  const byTerm = tables.own(BY_TERM);
  const ofTerm = 'post_id = OLD.object_id AND term_taxonomy_id = OLD.term_taxonomy_id';
  return {
    addTerm: [
      `INSERT INTO ${byTerm} SELECT NEW.term_taxonomy_id, post_type, post_status, post_date, ID FROM ${posts} WHERE ID = NEW.object_id AND ${isListed(posts)}`,
    ],
    removeTerm: [`DELETE FROM ${byTerm} WHERE ${ofTerm}`],
    addTerms: [
      `INSERT INTO ${byTerm} SELECT term_taxonomy_id, NEW.post_type, NEW.post_status, NEW.post_date, NEW.ID FROM ${relations} WHERE object_id = NEW.ID`,
    ],
    removeTerms: [`DELETE FROM ${byTerm} WHERE post_id = OLD.ID`],
  };
}

/** Notes the entry instead: a trigger would have to read its columns or terms, which other transactions may have locked. */
function notedTerms(tables: Tables): TermStatements {
  const note = (id: string) => [
    `INSERT INTO ${tables.own(TERM_CHANGES)} (entry_id, part) VALUES (${id}, UUID_SHORT())`,
  ];
  return {
    addTerm: note('NEW.object_id'),
    removeTerm: note('OLD.object_id'),
    addTerms: note('NEW.ID'),
    removeTerms: note('OLD.ID'),
  };
}

/** Trigger clauses that update the counters, and the tables of entries by term and media by type. */
export function countClauses(db: Database, leftOut: LeftOut): TableClauses {
  const { engine, tables } = db;
  const dialect = TRIGGER_DIALECTS[engine];
  const byMediaType = tables.own(BY_MEDIA_TYPE);
  const { entries, terms, media, comments } = countedTables(db);

  const count = ({ into, texts, keys }: CountedTable, row: Row, step: Step) => {
    const rows = keys(row).map(
      ([kind, value]) =>
        `(${texts.map((text) => `${row}.${text}`).join(', ')}, '${kind}', ${value}, ${dialect.part}, 0 ${step})`,
    );
    return `INSERT INTO ${into} (${texts.join(', ')}, counted_by, value, part, entries) VALUES ${rows.join(', ')}${dialect.otherwise(`entries = entries ${step}`)}`;
  };
  const countIn = (counted: CountedTable) => count(counted, 'NEW', '+ 1');
  const countOut = (counted: CountedTable) => count(counted, 'OLD', '- 1');

  const termStatements = () => (dialect.isConcurrent ? notedTerms(tables) : exactTerms(tables));
  const { addTerm, removeTerm, addTerms, removeTerms } = leftOut.has('terms') ? NO_TERMS : termStatements();
  const addMedia = `INSERT INTO ${byMediaType} VALUES (NEW.ID, NEW.post_mime_type, NEW.post_status, NEW.post_date)`;
  const removeMedia = `DELETE FROM ${byMediaType} WHERE attachment_id = OLD.ID`;

  const hasMoved = changed(dialect, 'ID', 'post_type', 'post_status', 'post_author', 'post_date', 'post_mime_type');
  /** Replaces what is stored for a row. One clause, where the order matters: SQLite defines none between triggers. */
  const replace = (
    isStored: (row: Row) => string,
    out: readonly string[],
    into: readonly string[],
  ): TriggerClause[] => [
    { when: `${isStored('OLD')} AND ${isStored('NEW')} AND (${hasMoved})`, statements: [...out, ...into] },
    { when: `${isStored('OLD')} AND NOT ${isStored('NEW')}`, statements: out },
    { when: `${isStored('NEW')} AND NOT ${isStored('OLD')}`, statements: into },
  ];

  return {
    posts: {
      INSERT: [
        { when: isListed('NEW'), statements: [countIn(entries), ...addTerms] },
        { when: isMedia('NEW'), statements: [addMedia] },
      ],
      DELETE: [
        { when: isListed('OLD'), statements: [countOut(entries), ...removeTerms] },
        { when: isMedia('OLD'), statements: [removeMedia] },
      ],
      UPDATE: [
        ...replace(isListed, [countOut(entries), ...removeTerms], [countIn(entries), ...addTerms]),
        ...replace(isMedia, [removeMedia], [addMedia]),
      ],
    },
    term_relationships: {
      INSERT: [{ statements: addTerm }],
      DELETE: [{ statements: removeTerm }],
      UPDATE: [{ when: changed(dialect, 'object_id', 'term_taxonomy_id'), statements: [...removeTerm, ...addTerm] }],
    },
    ...(!leftOut.has('comments') && {
      comments: {
        INSERT: [{ statements: [countIn(comments)] }],
        DELETE: [{ statements: [countOut(comments)] }],
        UPDATE: [
          {
            when: changed(dialect, 'comment_post_ID', 'comment_type', 'comment_approved', 'comment_date_gmt'),
            statements: [countOut(comments), countIn(comments)],
          },
        ],
      },
    }),
    [BY_TERM]: { INSERT: [{ statements: [countIn(terms)] }], DELETE: [{ statements: [countOut(terms)] }] },
    [BY_MEDIA_TYPE]: { INSERT: [{ statements: [countIn(media)] }], DELETE: [{ statements: [countOut(media)] }] },
  };
}
