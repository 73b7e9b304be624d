import {
  Global,
  Inject,
  Logger,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Database } from './database.js';
import { createDataSource, databaseOn, dataSourceOptions } from './drivers/open.js';
import type { DatabaseOptions } from './drivers/options.js';
import type { EntityClass } from './entities/index.js';
import { dropOrphanedTriggers, dropTriggersOfDeletedSites } from './lists/indexed/orphaned-triggers.js';
import { ListReader } from './lists/list-reader.js';
import { type MigrationClass, registerMigrations } from './migrations.js';
import { OptionsStore } from './options.store.js';
import { ProcessRegistration } from './running-processes.js';
import { TotalsCache } from './lists/plain/totals-cache.js';

const CONNECT_ATTEMPTS = 10;
const BETWEEN_ATTEMPTS_MS = 1000;

/** The database and the options, for the whole application. */
@Global()
@Module({})
export class DatabaseModule implements OnModuleInit, OnApplicationShutdown {
  private readonly registration: ProcessRegistration;

  constructor(@Inject(Database) private readonly database: Database) {
    this.registration = new ProcessRegistration(database);
  }

  static forRoot(options: DatabaseOptions): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: (): TypeOrmModuleOptions => ({
            ...dataSourceOptions(options),
            // A database started together with the service may need a moment.
            retryAttempts: CONNECT_ATTEMPTS,
            retryDelay: BETWEEN_ATTEMPTS_MS,
          }),
          dataSourceFactory: (provided) => createDataSource(provided as DataSourceOptions),
        }),
      ],
      providers: [
        {
          provide: Database,
          // Before any other provider uses a table.
          useFactory: async (dataSource: DataSource) => {
            const database = databaseOn(dataSource, options);
            await database.migrate();
            return database;
          },
          inject: [DataSource],
        },
        OptionsStore,
        TotalsCache,
        ListReader,
      ],
      exports: [Database, OptionsStore, TotalsCache, ListReader],
    };
  }

  /** Registers what a module uses of the database: its entities and the migrations of its own tables. */
  static forFeature(entities: readonly EntityClass[], migrations: readonly MigrationClass[] = []): DynamicModule {
    registerMigrations(migrations);
    return TypeOrmModule.forFeature([...entities]);
  }

  /** An account that may not create tables still works; other processes then detect its writes by the engine's means alone. */
  async onModuleInit(): Promise<void> {
    await this.registration.begin();
    await this.database
      .shareChanges()
      .catch((error: unknown) => new Logger('Database').warn(`Changes are not shared: ${String(error)}`));
    for (const drop of [dropOrphanedTriggers, dropTriggersOfDeletedSites])
      await drop(this.database).catch((error: unknown) =>
        new Logger('Database').warn(`Triggers that are of no use are not dropped: ${String(error)}`),
      );
    await this.database.listIndex.watch();
    await this.database.searchIndex.watch();
  }

  async onApplicationShutdown(): Promise<void> {
    this.database.listIndex.unwatch();
    this.database.searchIndex.unwatch();
    await this.registration.end();
    await this.database.close();
  }
}
