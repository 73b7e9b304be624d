import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../database/index.js';
import { HealthService } from '../../platform/health/index.js';
import { definitionsVersion } from './definitions/definitions.store.js';

export const STARTED_WITH = Symbol('STARTED_WITH');

/** Reports on the health page that definitions have changed since the service started with them. */
@Injectable()
export class DefinitionChangesService implements OnModuleInit {
  constructor(
    private readonly health: HealthService,
    private readonly database: Database,
    @Inject(STARTED_WITH) private readonly version: string,
  ) {}

  onModuleInit(): void {
    this.health.add({
      name: 'acf',
      problem: async () =>
        (await definitionsVersion(this.database)) === this.version
          ? undefined
          : 'field groups or content types of Advanced Custom Fields have changed; restart the service to serve them',
    });
  }
}
