import { jest } from '@jest/globals';
import mysql from 'mysql2/promise';
import request from 'supertest';
import { ANONYMOUS } from '../../src/access/principal.js';
import { Database } from '../../src/database/database.js';
import { SqliteConnection } from '../../src/database/drivers/sqlite-connection.js';
import { EntriesWriter } from '../../src/modules/entries/write/entries.writer.js';
import { CONFIG, type Config } from '../../src/platform/config/config.js';
import { SiteService } from '../../src/site/site.service.js';
import { ADMIN, type EngineName, startTestApp, type TestApp, WEB } from './app.js';
import { type Rows } from './deletable-items.js';
import { picture } from './files.js';

const WP = '/wp/v2';

/** Another session on the database of a service. It does not wait for locks, and leaves locked rows alone. */
interface OtherSession {
  delete(rows: readonly Rows[]): Promise<void>;
  close(): Promise<void>;
}

/** Of MySQL and MariaDB: a lock that is held, or a deadlock. */
const LOCKED = new Set<unknown>([1205, 1213]);
const statement = ([table, column]: Rows) => `DELETE FROM wp_${table} WHERE ${column} = ?`;

async function openSession(service: TestApp, engine: EngineName): Promise<OtherSession> {
  const { databaseFile, databaseUrl } = service.app.get<Config>(CONFIG);
  if (engine === 'sqlite') {
    const connection = new SqliteConnection(databaseFile);
    return {
      delete: async (rows) => {
        try {
          for (const row of rows) connection.prepare(statement(row)).run(row[2]);
        } catch (error) {
          if (!/locked/.test(String(error))) throw error;
        }
      },
      close: async () => connection.close(),
    };
  }
  const connection = await mysql.createConnection(databaseUrl!);
  // MySQL waits for at least a second.
  await connection.query('SET SESSION innodb_lock_wait_timeout = 0');
  return {
    delete: async (rows) => {
      try {
        for (const row of rows) await connection.query(statement(row), [row[2]]);
      } catch (error) {
        if (!LOCKED.has((error as { errno?: number }).errno)) throw error;
      }
    },
    close: () => connection.end(),
  };
}

/** A service whose rows another session deletes before a chosen statement. */
export class DeletingSite {
  private number = 0;
  private readonly image = picture(2, 2);

  private constructor(
    private readonly service: TestApp,
    private readonly session: OtherSession,
  ) {
    service.app.get(Database).statements.isOn = true;
  }

  static async start(variant: string, engine: EngineName): Promise<DeletingSite> {
    const service = await startTestApp({ ...WEB, VARIANT: variant }, engine);
    return new DeletingSite(service, await openSession(service, engine));
  }

  async close(): Promise<void> {
    await this.session.close();
    await this.service.close();
  }

  name(): string {
    return `name-${++this.number}`;
  }

  send(method: string, path: string, values: object = {}, version?: string): request.Test {
    const verb = method.toLowerCase() as 'get' | 'post' | 'delete';
    const sent = request(this.service.server)[verb](`/wp-json${path}`).auth(ADMIN.user, ADMIN.password);
    if (version !== undefined) void sent.set('If-Match', version);
    return method === 'POST' ? sent.send(values) : sent.query(values);
  }

  async createBody(path: string, values: object): Promise<Record<string, unknown>> {
    const { body, status } = await this.send('POST', path, values);
    if (status >= 300) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return body as Record<string, unknown>;
  }

  async create(path: string, values: object): Promise<number> {
    return Number((await this.createBody(path, values)).id);
  }

  createFamily(): Promise<number> {
    const settings = JSON.stringify({ name: 'Quay', slug: this.name(), fontFamily: 'Quay' });
    return this.create(`${WP}/font-families`, { font_family_settings: settings });
  }

  async upload(): Promise<number> {
    const { body } = await request(this.service.server)
      .post(`/wp-json${WP}/media`)
      .auth(ADMIN.user, ADMIN.password)
      .set('Content-Disposition', `attachment; filename="${this.name()}.png"`)
      .type('image/png')
      .send(await this.image)
      .expect(201);
    return (body as { id: number }).id;
  }

  async insertStyles(): Promise<number> {
    const { app } = this.service;
    const site = await app.get(SiteService).current();
    const type = site.model.types.get('wp_global_styles')!;
    const values = { title: 'Styles', content: '{"styles":{},"isGlobalStylesUserThemeJSON":true}', status: 'publish' };
    return app
      .get(Database)
      .transaction((tx) =>
        app.get(EntriesWriter, { strict: false }).create(tx, type, values, { principal: ANONYMOUS, site }),
      );
  }

  /** Deletes rows before the statement of that number. `isReached` tells whether there were that many. */
  async deletingBefore<T>(
    number: number,
    rows: readonly Rows[],
    work: () => PromiseLike<T>,
  ): Promise<{ result: T; isReached: boolean }> {
    const { statements } = this.service.app.get(Database);
    let count = 0;
    let deletion: Promise<void> | undefined;
    const spy = jest.spyOn(statements, 'run').mockImplementation(async (_sql, statement) => {
      if (++count === number) deletion = this.session.delete(rows);
      await deletion;
      return statement();
    });
    try {
      return { result: await work(), isReached: count >= number };
    } finally {
      spy.mockRestore();
    }
  }
}
