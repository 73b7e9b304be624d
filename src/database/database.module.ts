import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Database } from './database.js';
import { createDataSource, databaseOn, dataSourceOptions } from './engine/open.js';
import type { DatabaseOptions } from './engine/options.js';
import { OptionsStore } from './options.store.js';

const CONNECT_ATTEMPTS = 10;
const BETWEEN_ATTEMPTS_MS = 1000;

/** The database and the options, for the whole application. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(Database) private readonly database: Database) {}

  static forRoot(options: DatabaseOptions): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: (): TypeOrmModuleOptions => ({
            ...dataSourceOptions(options),
            // A database started together with us may take a moment.
            retryAttempts: CONNECT_ATTEMPTS,
            retryDelay: BETWEEN_ATTEMPTS_MS,
          }),
          dataSourceFactory: async (given) => createDataSource(given as DataSourceOptions),
        }),
      ],
      providers: [{ provide: Database, useFactory: databaseOn, inject: [DataSource] }, OptionsStore],
      exports: [Database, OptionsStore],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
