/**
 * A process that does nothing but jobs: `node --import tools/typescript.mjs jobs-process.mjs '{"file": …, "url": …, "tablePrefix": …}' [NUMBER]`. A job takes a moment
 * and leaves a row behind. Leases are short, so that a test need not wait for a minute. As it begins its job of that
 * number, it is killed. A line is printed when it is ready.
 */
import 'reflect-metadata';
import { setInterval } from 'node:timers';
import { setTimeout as wait } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import { ENTRY_VERSION_RULES } from '../../src/modules/entries/model/entry-sources.ts';
import { Database } from '../../src/database/database.ts';
import { DatabaseModule } from '../../src/database/database.module.ts';
import { JobsModule } from '../../src/platform/jobs/jobs.module.ts';
import { JobsService } from '../../src/platform/jobs/jobs.service.ts';

class WorkerModule {}

const app = await NestFactory.createApplicationContext(
  {
    module: WorkerModule,
    imports: [
      DatabaseModule.forRoot({ ...JSON.parse(process.argv[2]), versionRules: ENTRY_VERSION_RULES }),
      JobsModule.forRoot({ leaseMs: 1500, pollMs: 200 }),
    ],
  },
  { logger: ['error'] },
);
const { tables } = app.get(Database);
const killedAt = Number(process.argv[3]);
let begun = 0;
app.get(JobsService).register('trace', async ({ number }) => {
  if (++begun === killedAt) process.kill(process.pid, 'SIGKILL');
  await wait(100);
  return (tx) =>
    tx.execute(`INSERT INTO ${tables.commentmeta} (comment_id, meta_key, meta_value) VALUES (?, 'trace', ?)`, [
      number,
      String(process.pid),
    ]);
});
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
console.log('ready');
// The worker's timers do not keep a process alive; in the service its HTTP server does.
setInterval(() => undefined, 60_000);
