import { type DataSource, type EntityManager, QueryResult, type QueryRunner } from 'typeorm';
import { type Database, type SqlParameter } from '../database.js';

/**
 * An entity manager that reads through `Database.query`, so that its statements see committed rows only and use the
 * connections, replicas and time limits of all other reads. Writing through it is refused.
 */
export function readManager(dataSource: DataSource, database: Pick<Database, 'query'>): EntityManager {
  const query = async (sql: string, parameters?: readonly SqlParameter[], structured = false) => {
    if (!/^SELECT /i.test(sql)) throw new Error('Writes need a transaction.');
    const rows = await database.query<unknown>(sql, parameters);
    return structured ? Object.assign(new QueryResult(), { raw: rows, records: rows }) : rows;
  };
  // Never connected: it only names the driver.
  const runner = Object.create(dataSource.createQueryRunner('slave'), {
    query: { value: query },
    isReleased: { value: false },
  }) as QueryRunner;
  return dataSource.createEntityManager(runner);
}
