import { type Database, type SqlParameter } from '../../database/database.js';
import { placeholders } from '../../database/engine/parameters.js';

/** Which entries to export; what is left out does not restrict. */
export interface ExportFilter {
  types?: readonly string[];
  statuses?: readonly string[];
  /** Login of the author. */
  author?: string;
  /** Slug of the category. */
  category?: string;
  /** First and last day or month, in site time: `2020-05-01` or `2020-05`. */
  start?: string;
  end?: string;
}

/** Kinds of entries that only mean something inside the site they are in. */
const INTERNAL_TYPES = ['revision', 'customize_changeset', 'oembed_cache', 'user_request'];
const DAY_OR_MONTH = /^\d{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?$/;

export class ExportFilterError extends Error {}

export function isRestricted(filter: ExportFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** The filter as a condition on the posts table, there called `p`. */
export function filterCondition(filter: ExportFilter, db: Database): { sql: string; parameters: SqlParameter[] } {
  const conditions = ["p.post_status <> 'auto-draft'"];
  const parameters: SqlParameter[] = [];
  const add = (condition: string, ...values: SqlParameter[]) => {
    conditions.push(condition);
    parameters.push(...values);
  };
  const { types, statuses, author, category, start, end } = filter;
  if (types?.length) add(`p.post_type IN (${placeholders(types.length)})`, ...types);
  else add(`p.post_type NOT IN (${placeholders(INTERNAL_TYPES.length)})`, ...INTERNAL_TYPES);
  if (statuses?.length) add(`p.post_status IN (${placeholders(statuses.length)})`, ...statuses);
  if (author !== undefined) add(`p.post_author IN (SELECT ID FROM ${db.tables.users} WHERE user_login = ?)`, author);
  if (category !== undefined) {
    const { term_relationships, term_taxonomy, terms } = db.tables;
    add(
      `p.ID IN (SELECT r.object_id FROM ${term_relationships} r JOIN ${term_taxonomy} tt ON tt.term_taxonomy_id = r.term_taxonomy_id ` +
        `JOIN ${terms} t ON t.term_id = tt.term_id WHERE tt.taxonomy = 'category' AND t.slug = ?)`,
      category,
    );
  }
  if (start !== undefined) add('p.post_date >= ?', firstMoment(start));
  if (end !== undefined) add('p.post_date <= ?', lastMoment(end));
  return { sql: conditions.join(' AND '), parameters };
}

function firstMoment(text: string): string {
  return `${checked(text)}${text.length === 7 ? '-01' : ''} 00:00:00`;
}

function lastMoment(text: string): string {
  if (checked(text).length === 10) return `${text} 23:59:59`;
  const [year, month] = text.split('-').map(Number) as [number, number];
  return `${text}-${new Date(Date.UTC(year, month, 0)).getUTCDate()} 23:59:59`;
}

function checked(text: string): string {
  if (!DAY_OR_MONTH.test(text))
    throw new ExportFilterError(`${text} is neither a day (2020-05-01) nor a month (2020-05).`);
  return text;
}
