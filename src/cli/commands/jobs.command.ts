import { type Command, Option } from 'commander';
import { type JobLine, type JobState } from '../../platform/jobs/job.js';
import { type Cli, textTable, wholeNumber } from '../../platform/command-line/cli.js';

const STATES: readonly JobState[] = ['waiting', 'dead', 'done'];

interface ListOptions {
  state?: JobState;
  limit: number;
}

export function register(program: Command, cli: Cli): void {
  const group = program.command('jobs').description('background jobs, such as sending mail');
  const jobs = async () => {
    const { JobsService } = await import('../../platform/jobs/jobs.service.js');
    return (await cli.app()).get(JobsService);
  };

  group
    .command('list')
    .description('jobs, latest first; completed jobs are listed for a day')
    .addOption(
      new Option('--state <state>', 'only jobs that are waiting, done, or dead (given up)').choices([...STATES]),
    )
    .option('--limit <number>', 'maximum number of jobs', wholeNumber(1, 10_000), 100)
    .action(async ({ state, limit }: ListOptions) => {
      const lines = (await (await jobs()).list(state ? [state] : STATES, limit)).map(toLine);
      const rows = lines.map((job) => [
        job.id,
        job.kind,
        job.state,
        `${job.attempts}/${job.maxAttempts}`,
        job.due ?? '',
        job.progress === undefined ? '' : `${job.progress} % ${job.progressNote ?? ''}`.trim(),
        job.lastError.slice(0, 80),
      ]);
      cli.print(
        lines,
        textTable(['ID', 'Kind', 'State', 'Attempts', 'Due', 'Progress', 'Last error'], rows, 'There are no jobs.'),
      );
    });

  group
    .command('run')
    .description('runs the jobs that are due now; running processes do so by themselves')
    .argument('[id]', 'make this job due first, even if it was given up', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .action(async (id: number | undefined) => {
      const service = await jobs();
      if (id !== undefined && !(await service.revive(id)))
        cli.fail(`Job ${id} does not exist, is done, or is running.`);
      const { done, failed } = await service.runDue();
      cli.print(
        { done, failed },
        `${done} job(s) done, ${failed} failed.${failed > 0 ? ' `nestpress jobs list` says why.' : ''}`,
      );
      if (failed > 0) cli.exit = 1;
    });

  group
    .command('cancel')
    .description('gives up a job; a running one is asked to stop')
    .argument('<id>', 'number of the job', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .action(async (id: number) => {
      if (!(await (await jobs()).cancel(id))) cli.fail(`Job ${id} does not exist or has ended.`);
      cli.print({ cancelled: id }, `Cancelled job ${id}.`);
    });
}

/** Formats timestamps as ISO 8601. */
function toLine({ runAt, claimedUntil, createdAt, finishedAt, ...job }: JobLine) {
  const moment = (ms: number) => (Number(ms) === 0 ? null : new Date(Number(ms)).toISOString());
  const isRunning = job.state === 'waiting' && Number(claimedUntil) > Date.now();
  return {
    ...job,
    state: isRunning ? 'running' : job.state,
    due: job.state === 'waiting' ? moment(runAt) : null,
    created: moment(createdAt),
    finished: moment(finishedAt),
  };
}
