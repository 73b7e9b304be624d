/** Public API of this folder, for the features. */
export { Alarm } from './alarm.js';
export { type JobLine, type JobResult, type JobRun, type JobsTally, PermanentFailure } from './job.js';
export { JobsWorkerService } from './jobs-worker.service.js';
export { JobsService } from './jobs.service.js';
