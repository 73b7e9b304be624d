import { Module, type Provider } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test, type TestingModule } from '@nestjs/testing';
import { AccessEvents } from '../../src/access/access-events.service.js';
import { ContentModel } from '../../src/content-model/content-model.js';
import { Database } from '../../src/database/database.js';
import { tableOf } from '../../src/database/entities/index.js';
import { HooksModule } from '../../src/hooks/hooks.module.js';
import { DEFAULT_SETTINGS } from '../../src/platform/jobs/job.js';
import { Job, JobProgress } from '../../src/platform/jobs/job.entity.js';
import { JobsService } from '../../src/platform/jobs/jobs.service.js';
import { JobsStore } from '../../src/platform/jobs/jobs.store.js';
import { JobsWorkerService } from '../../src/platform/jobs/jobs-worker.service.js';

@Module({})
class ServiceParts {}

/** Jobs of the database; they run when a test calls `runDue`. */
export async function jobsOf(database: Database): Promise<JobsService> {
  await database.createTables([tableOf(Job), tableOf(JobProgress)]);
  const store = new JobsStore(database);
  return new JobsService(database, store, new JobsWorkerService(store, { ...DEFAULT_SETTINGS, works: false }));
}

/** HooksModule with the parts of the service that it needs, and providers with decorated methods. */
export async function startHooks(
  database: Database,
  providers: Provider[],
  jobs?: JobsService,
  content = new ContentModel(),
): Promise<TestingModule> {
  const parts = [
    { provide: Database, useValue: database },
    { provide: ContentModel, useValue: content },
    { provide: JobsService, useValue: jobs ?? (await jobsOf(database)) },
    AccessEvents,
  ];
  const module = await Test.createTestingModule({
    imports: [
      {
        module: ServiceParts,
        global: true,
        providers: parts,
        exports: [Database, ContentModel, JobsService, AccessEvents],
      },
      DiscoveryModule,
      HooksModule,
    ],
    providers,
  }).compile();
  return module.init();
}
