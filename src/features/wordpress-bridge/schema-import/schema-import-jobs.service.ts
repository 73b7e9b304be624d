import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Database, type Transaction } from '../../../database/index.js';
import { CONFIG, type Config } from '../../../platform/config/index.js';
import { JobsService } from '../../../platform/jobs/index.js';
import { WordPressError } from '../client/wordpress.client.js';
import { SchemaImporterService } from './schema-importer.service.js';
import { type ImportedContent } from './imported-content.js';

const KIND = 'wordpress.learn';

/** What this process was started with. */
export interface AppliedContent {
  readonly imported?: ImportedContent;
  /** Why a part of it is not used. */
  readonly conflicts: readonly string[];
}

/** Injection token of the AppliedContent. */
export const APPLIED_CONTENT = Symbol('APPLIED_CONTENT');

/** Asks WordPress for its content types from time to time, and reports what is not used of them. */
@Injectable()
export class SchemaImportJobsService implements OnModuleInit, OnApplicationBootstrap {
  private readonly logger = new Logger('WordPress');

  constructor(
    private readonly database: Database,
    private readonly importer: SchemaImporterService,
    private readonly jobs: JobsService,
    @Inject(APPLIED_CONTENT) private readonly applied: AppliedContent,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.jobs.register(KIND, async () => {
      await this.importContent();
      return (tx) => this.addNext(tx);
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    for (const conflict of this.applied.conflicts) this.logger.warn(`Not used: ${conflict}`);
    for (const sentence of this.applied.imported?.omitted ?? []) this.logger.log(sentence);
    if (!this.config.background) return;
    try {
      await this.database.transaction((tx) => this.addNext(tx));
    } catch (error) {
      // The service also runs with a database account that may only read.
      this.logger.warn(`WordPress is not asked for changes of its content types: ${String(error)}`);
    }
  }

  private async importContent(): Promise<void> {
    if (!this.isRepeated) return;
    try {
      await this.importer.importContent();
    } catch (error) {
      // Asked again next time; until then everything stays as it is.
      if (!(error instanceof WordPressError)) throw error;
      this.logger.warn(error.message);
    }
  }

  private get isRepeated(): boolean {
    const { user, importMinutes } = this.config.wordpress!;
    return user !== undefined && importMinutes > 0;
  }

  private async addNext(tx: Transaction): Promise<void> {
    if (!this.isRepeated) return;
    const runAt = new Date(Date.now() + this.config.wordpress!.importMinutes * 60_000);
    await this.jobs.addUnlessWaiting(tx, KIND, {}, { runAt });
  }
}
