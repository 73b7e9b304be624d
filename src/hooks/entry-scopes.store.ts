import { Injectable } from '@nestjs/common';
import { type CurrentReader, currentReader } from '../access/current-principal.js';
import { type Principal } from '../access/principal.js';
import { Database, type Transaction } from '../database/database.js';
import { negated } from '../database/engine/row-conditions.js';
import { fragment, joined, type SqlFragment } from '../database/engine/sql-fragment.js';
import { type SourceTable } from '../database/engine/table-names.js';
import { ContentModel } from '../content-model/content-model.js';

/** A predicate: whether the named row of the posts table is out of the reader's scope. */
export type HiddenRows = (row: string) => SqlFragment;

/** Types that follow their parents. */
const ATTACHED = "('attachment', 'revision')";

/** Which entries declared scopes hide from the requester of the current work. */
@Injectable()
export class EntryScopesStore {
  private readonly cached = new WeakMap<
    CurrentReader,
    { principal: Principal; hidden: Promise<HiddenRows | undefined> }
  >();

  constructor(
    private readonly database: Database,
    private readonly model: ContentModel,
  ) {}

  /** Tables that scopes and filters read besides those of entries. */
  get tables(): readonly SourceTable[] {
    return this.model.queries.tables;
  }

  /** Undefined if nothing is hidden: usually at once, without a scope. */
  async hidden(): Promise<HiddenRows | undefined> {
    if (!this.model.queries.hasScopes) return undefined;
    const reader = currentReader();
    if (!reader || reader.principal.isSystem) return undefined;
    let cached = this.cached.get(reader);
    if (cached?.principal !== reader.principal) {
      cached = { principal: reader.principal, hidden: this.load(reader.principal) };
      this.cached.set(reader, cached);
    }
    return cached.hidden;
  }

  /** Whether an entry is hidden, as a transaction has written it. */
  async hides(tx: Transaction, id: number): Promise<boolean> {
    const hidden = await this.hidden();
    if (!hidden) return false;
    const { posts } = this.database.tables;
    const { sql, parameters } = hidden(posts);
    const [row] = await tx.query(`SELECT 1 FROM ${posts} WHERE ID = ? AND ${sql}`, [id, ...parameters]);
    return row !== undefined;
  }

  private async load(principal: Principal): Promise<HiddenRows | undefined> {
    const restrictions = await this.model.queries.restrictions(principal, this.database);
    if (restrictions.size === 0) return undefined;
    const { posts } = this.database.tables;
    const outside = (row: string): SqlFragment => {
      const tests = [...restrictions].map(([type, condition]) => {
        const { sql, parameters } = negated(condition.on(row));
        return fragment(`(${row}.post_type = ? AND ${sql})`, type, ...parameters);
      });
      return joined(tests, ' OR ');
    };
    return (row) => {
      const own = outside(row);
      const above = outside('above_row');
      return fragment(
        `(${own.sql} OR (${row}.post_type IN ${ATTACHED} AND EXISTS ` +
          `(SELECT 1 FROM ${posts} above_row WHERE above_row.ID = ${row}.post_parent AND (${above.sql}))))`,
        ...own.parameters,
        ...above.parameters,
      );
    };
  }
}
