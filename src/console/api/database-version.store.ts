import { Injectable } from '@nestjs/common';
import { Database, type Engine } from '../../database/database.js';

@Injectable()
export class DatabaseVersionStore {
  constructor(private readonly db: Database) {}

  async read(): Promise<{ engine: Engine; version: string }> {
    const { engine } = this.db;
    const version = engine === 'mysql' ? 'VERSION()' : 'sqlite_version()';
    const [row] = await this.db.query<{ version: string }>(`SELECT ${version} AS version`);
    return { engine, version: row?.version ?? '' };
  }
}
