import { type Database } from '../../database/database.js';
import { inBackground } from '../../database/engine/query-counter.js';
import { type JobsWorker } from '../jobs/jobs-worker.service.js';
import { type UploadStorage } from '../uploads/upload-storage.js';
import { type HealthCheck } from './health-check.js';

/** What costs more than a look is not asked at every probe. */
const REMEMBERED_MS = 10_000;
/** Many times the pause between two looks for jobs. */
const SILENT_MS = 60_000;

export function databaseCheck(database: Database): HealthCheck {
  const problem = () =>
    inBackground(() => database.ping()).then(
      () => undefined,
      () => 'cannot be reached',
    );
  return { name: 'database', isNeeded: true, problem };
}

export function schemaCheck(database: Database): HealthCheck {
  const problem = remembered(async () => {
    const existing = new Set(await inBackground(() => database.existingTables()));
    const missing = database.tables.all.filter((table) => !existing.has(table));
    return missing.length === 0 ? undefined : `tables are missing: ${missing.join(', ')}`;
  });
  return { name: 'schema', isNeeded: true, problem };
}

export function uploadsCheck(storage: UploadStorage): HealthCheck {
  return {
    name: 'uploads',
    problem: remembered(() =>
      storage.probe().then(
        () => undefined,
        () => 'cannot be written',
      ),
    ),
  };
}

export function jobsCheck(worker: JobsWorker): HealthCheck {
  return {
    name: 'jobs',
    problem: async () =>
      worker.silentMs > SILENT_MS
        ? `nobody looked for jobs for ${Math.round(worker.silentMs / 1000)} seconds`
        : undefined,
  };
}

/** A bad answer is asked for again each time: it should go away as soon as its cause does. */
function remembered(problem: () => Promise<string | undefined>): () => Promise<string | undefined> {
  let goodUntil = 0;
  return async () => {
    if (performance.now() < goodUntil) return undefined;
    const found = await problem();
    if (found === undefined) goodUntil = performance.now() + REMEMBERED_MS;
    return found;
  };
}
