import { Injectable } from '@nestjs/common';
import { Database, type SqlParameter } from '../../../database/database.js';
import { escapeLike, like } from '../../../database/engine/dialect.js';
import { selectColumns } from '../../../database/entities/index.js';
import { countRows } from '../../../database/reader.js';
import { FormSubmission } from '../submission/submission.entities.js';
import { skipped } from '../../../database/engine/parameters.js';

export interface SubmissionFilter {
  form?: number;
  status?: string;
  search?: string;
}

export interface StoredSubmission {
  id: number;
  form: number;
  formTitle: string | null;
  status: string;
  receivedAt: number;
  fields: Readonly<Record<string, string | readonly string[]>>;
  about: Readonly<Record<string, unknown>>;
}

type Row = Omit<StoredSubmission, 'fields' | 'about'> & { fields: string; about: string };

const COLUMNS = selectColumns(FormSubmission, ['id', 'form', 'status', 'receivedAt', 'fields', 'about']);
const EXPORT_BATCH = 500;

/** Reads submissions of forms. */
@Injectable()
export class InboxStore {
  constructor(private readonly db: Database) {}

  async page(
    filter: SubmissionFilter,
    { limit, offset, order }: { limit: number; offset: number; order: 'asc' | 'desc' },
  ): Promise<{ items: StoredSubmission[]; total: number }> {
    const [condition, parameters] = conditionOf(filter);
    const [items, total] = await Promise.all([
      this.rows(`${condition} ORDER BY id ${order === 'asc' ? 'ASC' : 'DESC'} LIMIT ? OFFSET ?`, [
        ...parameters,
        limit,
        skipped(offset),
      ]),
      countRows(this.db, `${this.table} WHERE ${condition}`, parameters),
    ]);
    return { items, total };
  }

  /** The next submissions after this ID, in the direction of the list. Costs the same at any depth. */
  after(
    filter: SubmissionFilter,
    { limit, after, order }: { limit: number; after?: number; order: 'asc' | 'desc' },
  ): Promise<StoredSubmission[]> {
    const [condition, parameters] = conditionOf(filter);
    const [test, direction] = order === 'asc' ? ['id > ?', 'ASC'] : ['id < ?', 'DESC'];
    return this.rows(`${condition}${after === undefined ? '' : ` AND ${test}`} ORDER BY id ${direction} LIMIT ?`, [
      ...parameters,
      ...(after === undefined ? [] : [after]),
      limit,
    ]);
  }

  async byId(id: number): Promise<StoredSubmission | undefined> {
    return (await this.rows('id = ?', [id]))[0];
  }

  /** All matching submissions, oldest first, in batches. */
  async *all(filter: SubmissionFilter): AsyncGenerator<StoredSubmission[]> {
    const [condition, parameters] = conditionOf(filter);
    for (let after = 0; ;) {
      const rows = await this.rows(`${condition} AND id > ? ORDER BY id LIMIT ${EXPORT_BATCH}`, [...parameters, after]);
      if (rows.length > 0) yield rows;
      if (rows.length < EXPORT_BATCH) return;
      after = rows.at(-1)!.id;
    }
  }

  async delete(id: number): Promise<void> {
    await this.db.transaction((tx) => tx.delete(FormSubmission, { id }));
  }

  /** The titles are looked up row by row through the primary key. */
  private async rows(condition: string, parameters: readonly SqlParameter[]): Promise<StoredSubmission[]> {
    const rows = await this.db.query<Row>(
      `SELECT ${COLUMNS}, (SELECT post_title FROM ${this.db.tables.posts} p WHERE p.ID = form_id) AS formTitle ` +
        `FROM ${this.table} WHERE ${condition}`,
      parameters,
    );
    return rows.map((row) => ({
      ...row,
      id: Number(row.id),
      form: Number(row.form),
      receivedAt: Number(row.receivedAt),
      fields: JSON.parse(row.fields || '{}') as StoredSubmission['fields'],
      about: JSON.parse(row.about || '{}') as StoredSubmission['about'],
    }));
  }

  private get table(): string {
    return this.db.tables.of(FormSubmission);
  }
}

/** Fields are stored as JSON, so the search text is compared in its JSON spelling. */
function conditionOf({ form, status, search }: SubmissionFilter): [string, SqlParameter[]] {
  const tests = ['1 = 1'];
  const parameters: SqlParameter[] = [];
  if (form !== undefined) {
    tests.push('form_id = ?');
    parameters.push(form);
  }
  if (status !== undefined) {
    tests.push('status = ?');
    parameters.push(status);
  }
  if (search !== undefined && search !== '') {
    tests.push(like('fields'));
    parameters.push(`%${escapeLike(JSON.stringify(search).slice(1, -1))}%`);
  }
  return [tests.join(' AND '), parameters];
}
