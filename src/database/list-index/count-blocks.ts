import { type Database } from '../database.js';
import { type Counted, countedTables } from './counted.js';
import { BY_MEDIA_TYPE, BY_TERM } from './tables.js';
import { changed, type TableBlocks, TRIGGER_DIALECTS } from './trigger-dialect.js';

type Row = 'OLD' | 'NEW';
type Step = '+ 1' | '- 1';

/** Keeps the numbers of entries, media and comments, and the entries of each term and media type in order. */
export function countBlocks(db: Database): TableBlocks {
  const { engine, tables } = db;
  const dialect = TRIGGER_DIALECTS[engine];
  const [byTerm, byMediaType] = [tables.own(BY_TERM), tables.own(BY_MEDIA_TYPE)];
  const { entries, terms, media, comments } = countedTables(db);

  const count = ({ into, texts, values }: Counted, row: Row, step: Step) => {
    const rows = values(row).map(
      ([kind, value]) =>
        `(${texts.map((text) => `${row}.${text}`).join(', ')}, '${kind}', ${value}, ${dialect.slot}, 0 ${step})`,
    );
    return `INSERT INTO ${into} (${texts.join(', ')}, kind, value, slot, entries) VALUES ${rows.join(', ')} ${dialect.otherwise(`entries = entries ${step}`)}`;
  };
  const countIn = (counted: Counted) => count(counted, 'NEW', '+ 1');
  const countOut = (counted: Counted) => count(counted, 'OLD', '- 1');

  const addTerm = `INSERT INTO ${byTerm} SELECT NEW.term_taxonomy_id, post_type, post_status, post_date, ID FROM ${tables.posts} WHERE ID = NEW.object_id`;
  const removeTerm = `DELETE FROM ${byTerm} WHERE post_id = OLD.object_id AND term_taxonomy_id = OLD.term_taxonomy_id`;
  const addTerms = `INSERT INTO ${byTerm} SELECT term_taxonomy_id, NEW.post_type, NEW.post_status, NEW.post_date, NEW.ID FROM ${tables.term_relationships} WHERE object_id = NEW.ID`;
  const removeTerms = `DELETE FROM ${byTerm} WHERE post_id = OLD.ID`;
  const addMedia = `INSERT INTO ${byMediaType} SELECT post_mime_type, post_status, post_date, ID FROM ${tables.posts} WHERE ID = NEW.ID AND post_type = 'attachment'`;
  const removeMedia = `DELETE FROM ${byMediaType} WHERE post_id = OLD.ID`;

  return {
    posts: {
      INSERT: [{ statements: [countIn(entries), addTerms, addMedia] }],
      DELETE: [{ statements: [countOut(entries), removeTerms, removeMedia] }],
      UPDATE: [
        {
          when: changed(dialect, 'ID', 'post_type', 'post_status', 'post_author', 'post_date', 'post_mime_type'),
          statements: [countOut(entries), countIn(entries), removeTerms, addTerms, removeMedia, addMedia],
        },
      ],
    },
    term_relationships: {
      INSERT: [{ statements: [addTerm] }],
      DELETE: [{ statements: [removeTerm] }],
      UPDATE: [{ when: changed(dialect, 'object_id', 'term_taxonomy_id'), statements: [removeTerm, addTerm] }],
    },
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
    [BY_TERM]: { INSERT: [{ statements: [countIn(terms)] }], DELETE: [{ statements: [countOut(terms)] }] },
    [BY_MEDIA_TYPE]: { INSERT: [{ statements: [countIn(media)] }], DELETE: [{ statements: [countOut(media)] }] },
  };
}
