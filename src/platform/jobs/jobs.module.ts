import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DatabaseModule } from '../../database/database.module.js';
import { DEFAULT_SETTINGS, JOBS_SETTINGS, type JobsSettings } from './job.js';
import { DeclaredJobsService } from './declared-jobs.service.js';
import {
  AddJobLanes1763460000000,
  CreateJobProgress1763340000000,
  CreateJobs1760000000000,
  Job,
  JobProgress,
} from './job.entity.js';
import { JobsService } from './jobs.service.js';
import { JobsStore } from './jobs.store.js';
import { JobsWorkerService } from './jobs-worker.service.js';

@Global()
@Module({
  imports: [
    DiscoveryModule,
    DatabaseModule.forFeature(
      [Job, JobProgress],
      [CreateJobs1760000000000, CreateJobProgress1763340000000, AddJobLanes1763460000000],
    ),
  ],
})
export class JobsModule {
  static forRoot(settings: Partial<JobsSettings> = {}): DynamicModule {
    return {
      module: JobsModule,
      providers: [
        { provide: JOBS_SETTINGS, useValue: { ...DEFAULT_SETTINGS, ...settings } },
        JobsStore,
        JobsWorkerService,
        JobsService,
        DeclaredJobsService,
      ],
      exports: [JobsService, JobsWorkerService],
    };
  }
}
