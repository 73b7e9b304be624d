import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis, RedisOptions } from 'ioredis';
import { Database } from '../../database/database.js';
import { REST_OPTIONS, type RestOptions } from '../rest-options.js';

/** One channel for all databases on the same Redis: an extra purge is harmless, a missed one is not. */
const CHANNEL = 'nestpress:changes';
const OPTIONS: RedisOptions = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResubscribe: false,
  // No command waits for ever for a Redis that hangs.
  commandTimeout: 1000,
};

/**
 * Announces commits to other processes over Redis. Without Redis, or while it is unavailable, they notice by polling, within
 * the bound of the change watch.
 */
@Injectable()
export class RedisChangesService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Cache');
  private readonly self = randomUUID();
  private connections: Redis[] = [];
  private isAway = false;

  constructor(
    private readonly database: Database,
    @Inject(REST_OPTIONS) private readonly options: RestOptions,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { redisUrl } = this.options;
    if (redisUrl === undefined) return;
    const { Redis } = await import('ioredis');
    const connect = () => this.watch(new Redis(redisUrl, OPTIONS));
    const [speaker, subscriber] = [connect(), connect()];
    this.database.changes.listen((tables, origin) => {
      if (origin === 'here' && speaker.status === 'ready')
        speaker.publish(CHANNEL, JSON.stringify({ from: this.self, tables: [...tables] })).catch(() => undefined);
    });
    subscriber.on('message', (_channel, message) => this.receive(message));
    subscriber.on('ready', () => {
      this.isAway = false;
      subscriber.subscribe(CHANNEL).catch(() => undefined);
    });
  }

  /** A server that hangs keeps its connections, so it is asked. */
  async responds(): Promise<boolean> {
    if (this.connections.length === 0 || this.connections.some(({ status }) => status !== 'ready')) return false;
    return this.connections[0]!.ping().then(
      () => true,
      () => false,
    );
  }

  onApplicationShutdown(): void {
    for (const connection of this.connections) connection.disconnect();
  }

  private watch(connection: Redis): Redis {
    connection.on('error', (error) => {
      if (!this.isAway)
        this.logger.warn(`Redis cannot be reached; processes poll the database for changes instead: ${error.message}`);
      this.isAway = true;
    });
    this.connections.push(connection);
    return connection;
  }

  private receive(message: string): void {
    const { from, tables } = readMessage(message);
    const ownTables = this.database.tables.all.filter((table) => tables.includes(table));
    if (from !== this.self) this.database.changes.publish(new Set(ownTables), 'elsewhere');
  }
}

function readMessage(message: string): { from: unknown; tables: unknown[] } {
  try {
    const { from, tables } = JSON.parse(message) as { from?: unknown; tables?: unknown };
    return { from, tables: Array.isArray(tables) ? tables : [] };
  } catch {
    return { from: undefined, tables: [] };
  }
}
