import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { isRefused } from './engine/errors.js';
import { type EntityClass, tableOf } from './entities/index.js';
import { additionStatements, createTableStatements } from './schema/index.js';

/** Table in which TypeORM records executed migrations, after the table prefix. */
export const MIGRATIONS_TABLE = 'nestpress_migrations';

/** A TypeORM migration; its class name ends in the Unix time in milliseconds that orders it. */
export type MigrationClass = new () => MigrationInterface;

/**
 * Base class of migrations that create our own tables. A later change to such a table is a migration of its own. They cannot be
 * reverted: the rows belong to the site.
 */
export abstract class CreateTables implements MigrationInterface {
  abstract readonly entities: readonly EntityClass[];

  async up(runner: QueryRunner): Promise<void> {
    const { type, entityPrefix = '' } = runner.connection.options;
    const engine = type === 'mysql' ? 'mysql' : 'sqlite';
    for (const entity of this.entities) {
      for (const statement of createTableStatements(engine, tableOf(entity), entityPrefix))
        await runner.query(statement);
    }
  }

  async down(): Promise<void> {}
}

/** Base class of migrations that add columns to our own tables. A table that a newer release created has them already. */
export abstract class AddColumns implements MigrationInterface {
  abstract readonly entity: EntityClass;
  /** Names in the database. */
  abstract readonly names: readonly string[];
  /** Names of the indexes of these columns, which are added with them. */
  readonly indexNames: readonly string[] = [];

  async up(runner: QueryRunner): Promise<void> {
    const { type, entityPrefix = '' } = runner.connection.options;
    const table = tableOf(this.entity);
    const missing = [];
    for (const column of table.columns)
      if (this.names.includes(column.name) && !(await runner.hasColumn(entityPrefix + table.name, column.name)))
        missing.push(column);
    const engine = type === 'mysql' ? 'mysql' : 'sqlite';
    const indexes = missing.length > 0 ? table.indexes.filter(({ name }) => this.indexNames.includes(name)) : [];
    for (const statement of additionStatements(engine, table, entityPrefix, { columns: missing, indexes }))
      await runner.query(statement);
  }

  async down(): Promise<void> {}
}

const registered = new Set<MigrationClass>();

/** Modules register their migrations when Nest loads them, before the data source is opened. */
export function registerMigrations(migrations: readonly MigrationClass[]): void {
  for (const migration of migrations) registered.add(migration);
}

export function registeredMigrations(): MigrationClass[] {
  return [...registered];
}

/** Replaces what is registered: for services of one process that have different modules. */
export function setRegisteredMigrations(migrations: readonly MigrationClass[]): void {
  registered.clear();
  registerMigrations(migrations);
}

const MAX_ATTEMPTS = 5;

/**
 * Runs pending migrations. Processes that start together may conflict, which a retry resolves: every step skips what
 * exists. An account that may not create tables still serves everything that does not need them.
 */
export async function runMigrations(dataSource: DataSource): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await dataSource.runMigrations({ transaction: 'each' });
      return;
    } catch (error) {
      if (isRefused(error)) {
        new Logger('Database').warn(
          'The database account may not create tables; what needs own tables fails. ' +
            'Run `nestpress install` once with an account that may.',
        );
        return;
      }
      if (attempt === MAX_ATTEMPTS) throw error;
      await wait(randomInt(20, 100) * attempt);
    }
  }
}
