import { Cron } from 'croner';
import { optionsProblem, type Shape } from '../../text/value-shape.js';
import { type JobHandler } from './job.js';

export interface JobSchedule<Payload> {
  /** A cron expression with five fields, or six with seconds. */
  readonly cron: string;
  /** IANA name; UTC by default. */
  readonly timeZone?: string;
  readonly payload: Payload;
}

export interface JobOptions<Payload> {
  /** Failures after which a job is given up; 10 by default. */
  readonly maxAttempts?: number;
  /** Runs the job by the clock, once for all processes. Runs that were missed while no process ran are not made up. */
  readonly schedule?: JobSchedule<Payload>;
}

/** A kind of job, with the type of its payload. */
export interface DeclaredJob<Payload> extends JobOptions<Payload> {
  readonly kind: string;
}

const OPTIONS = {
  maxAttempts: { type: 'integer' },
  schedule: {
    type: 'object',
    properties: { cron: { type: 'string' }, timeZone: { type: 'string' }, payload: {} },
    required: ['cron'],
    additionalProperties: false,
  },
} as const satisfies Readonly<Record<keyof JobOptions<unknown>, Shape>>;

/** Declares a kind of job. The payload is stored as JSON. */
export function defineJob<Payload>(kind: string, options: JobOptions<Payload> = {}): DeclaredJob<Payload> {
  if (!/^[\w.:-]{1,80}$/.test(kind))
    throw new Error(`defineJob: "${kind}" is not a name of up to 80 letters, digits, dots, colons and dashes.`);
  const problem = optionsProblem(options, OPTIONS);
  if (problem !== undefined) throw new Error(`defineJob: an option of ${kind} is wrong: ${problem}`);
  const { schedule } = options;
  if (schedule && !nextRun(schedule, new Date())) throw new Error(`defineJob: ${schedule.cron} of ${kind} never runs.`);
  return { ...options, kind };
}

/** The first time after this one; undefined if there is none. */
export function nextRun(
  { cron, timeZone = 'UTC' }: Omit<JobSchedule<unknown>, 'payload'>,
  after: Date,
): Date | undefined {
  return new Cron(cron, { timezone: timeZone, paused: true }).nextRun(after) ?? undefined;
}

// Shared with other copies of this package.
const RUNS_JOB = Symbol.for('nestpress.runs-job');

/** Makes a provider's method the handler of a declared job. */
export function RunsJob<Payload>(job: DeclaredJob<Payload>) {
  return <M extends JobHandler<Payload>>(
    _target: object,
    _name: string | symbol,
    method: TypedPropertyDescriptor<M>,
  ): void => Reflect.defineMetadata(RUNS_JOB, job, method.value!);
}

export function jobOf(method: object): DeclaredJob<unknown> | undefined {
  return Reflect.getMetadata(RUNS_JOB, method) as DeclaredJob<unknown> | undefined;
}
