import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DatabaseModule } from '../../database/database.module.js';
import { DEFAULT_SETTINGS, JOBS_SETTINGS, type JobsSettings } from './job.js';
import { CreateJobs1760000000000, Job } from './job.entity.js';
import { JobsService } from './jobs.service.js';
import { JobsStore } from './jobs.store.js';
import { JobsWorkerService } from './jobs-worker.service.js';

@Global()
@Module({ imports: [DatabaseModule.forFeature([Job], [CreateJobs1760000000000])] })
export class JobsModule {
  static forRoot(settings: Partial<JobsSettings> = {}): DynamicModule {
    return {
      module: JobsModule,
      providers: [
        { provide: JOBS_SETTINGS, useValue: { ...DEFAULT_SETTINGS, ...settings } },
        JobsStore,
        JobsWorkerService,
        JobsService,
      ],
      exports: [JobsService, JobsWorkerService],
    };
  }
}
