import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type Principal } from '../../../access/index.js';
import { Database, lockNames, type Transaction } from '../../../database/index.js';
import { type EventPrincipal } from '../../../hooks/index.js';
import { CONFIG, type Config } from '../../../platform/config/index.js';
import {
  type JobLine,
  type JobResult,
  type JobRun,
  JobsService,
  PermanentFailure,
} from '../../../platform/jobs/index.js';
import { RestError } from '../../../rest/errors/index.js';
import { type UploadedFile } from '../../../rest/http/index.js';
import { AuditLogService } from '../../audit-log/audit-log.service.js';
import { ImportError } from './author-import.service.js';
import { type ImportReport } from './import.store.js';
import { ImportService } from './import.service.js';
import { UploadedImport } from './uploaded-import.entity.js';
import { WxrError } from './wxr-reader.js';
import { summarizeWxr, type WxrSummary } from './wxr-summary.js';

const RUN_JOB = 'imports.run';
const DELETE_JOB = 'imports.delete';
const LOCK = 'imports';
/** Inside the uploads folder. The name starts with a dot: never served. */
const FOLDER = '.nestpress-imports';
const LIFETIME_MS = 48 * 3_600_000;
const PROGRESS_MS = 1000;
const MAX_NOTES = 100;
const MAX_LISTED = 20;
const MAX_ATTEMPTS = 3;

export interface StartOptions {
  /** Whether unknown authors get accounts; otherwise their entries belong to the user who imports them. */
  createAuthors: boolean;
  /** Whether files are downloaded from the other site. */
  fetchFiles: boolean;
}

interface RunPayload extends StartOptions {
  import: number;
  /** The user who started it. */
  actor?: number;
  login: string;
}

export interface ImportResult extends ImportReport {
  /** Sentences about what was left out. */
  notes: string[];
}

export interface ImportState {
  row: UploadedImport;
  state: 'ready' | 'running' | 'done' | 'failed';
  summary: WxrSummary;
  /** From 0 to 1. */
  progress: number;
  /** Entries that were imported so far. */
  imported: number;
  error: string;
  result?: ImportResult;
}

const unknownImport = () => new RestError('rest_import_invalid_id', 'There is no such import, or it has expired.', 404);
const invalidFile = (reason: string) => new RestError('rest_import_invalid_file', reason, 400);
const alreadyRunning = () =>
  new RestError('rest_import_running', 'Another import is running. Start this one when it has ended.', 409);
const alreadyDone = () => new RestError('rest_import_done', 'This file has been imported already.', 409);

/** Export files that users upload: checked at once, imported by a job, and deleted after two days at the latest. */
@Injectable()
export class UploadedImportsService implements OnModuleInit {
  private readonly folder: string;

  constructor(
    private readonly database: Database,
    private readonly imports: ImportService,
    private readonly jobs: JobsService,
    private readonly audit: AuditLogService,
    @Inject(CONFIG) { uploadsDir }: Config,
  ) {
    this.folder = join(uploadsDir, FOLDER);
  }

  onModuleInit(): void {
    this.jobs.register<RunPayload>(RUN_JOB, (payload, run) => this.run(payload, run));
    this.jobs.register<{ import: number }>(DELETE_JOB, (payload) => this.expire(payload.import));
  }

  /** Reads the whole file, which is moved to a private folder. A file that is no export file is refused. */
  async add({ path, filename }: Pick<UploadedFile, 'path' | 'filename'>, principal: Principal): Promise<ImportState> {
    const summary = await summarizeWxr(createReadStream(path)).catch((error: unknown) => {
      throw error instanceof WxrError ? invalidFile(error.message) : error;
    });
    const file = randomBytes(16).toString('hex');
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const row = {
      user: principal.id,
      name: basename(filename).slice(-255),
      file,
      size: (await stat(path)).size,
      summary: JSON.stringify(summary),
      result: '',
      createdAt: Date.now(),
    };
    const id = await this.database.transaction(async (tx) => {
      const { insertId } = await tx.insert(UploadedImport, row);
      await this.addExpiry(tx, insertId);
      return insertId;
    });
    await rename(path, join(this.folder, file));
    return this.find(id);
  }

  /** The latest ones first. */
  async list(): Promise<ImportState[]> {
    return this.states(await this.database.manager.find(UploadedImport, { order: { id: 'DESC' }, take: MAX_LISTED }));
  }

  async find(id: number): Promise<ImportState> {
    const row = await this.database.manager.findOneBy(UploadedImport, { id });
    if (!row) throw unknownImport();
    return (await this.states([row]))[0]!;
  }

  /** Starts the import, or starts it again after a failure: it goes on where it ended. */
  async start(id: number, options: StartOptions, by: Principal): Promise<ImportState> {
    const job = await this.database.transaction(async (tx) => {
      await lockNames(tx, this.database, [LOCK]);
      const states = await this.states(await tx.manager.find(UploadedImport));
      const current = states.find(({ row }) => row.id === id);
      if (!current) throw unknownImport();
      if (current.state === 'done') throw alreadyDone();
      if (states.some(({ state }) => state === 'running')) throw alreadyRunning();
      const payload: RunPayload = { import: id, actor: by.id, login: by.login, ...options };
      const claimed = await this.jobs.addClaimed(tx, RUN_JOB, payload, { maxAttempts: MAX_ATTEMPTS });
      await tx.update(UploadedImport, { id }, { job: claimed.id });
      await this.log(tx, 'started', by, current.row, { ...options });
      return claimed;
    });
    // It runs in this process, which has the file, and reports its errors with the job.
    void this.jobs.run(job);
    return this.find(id);
  }

  /** What a running import has written so far stays. */
  async delete(id: number, by?: Principal): Promise<ImportState> {
    const before = await this.find(id);
    const isRunning = before.state === 'running';
    if (isRunning) await this.jobs.cancel(before.row.job);
    await this.database.transaction(async (tx) => {
      await tx.delete(UploadedImport, { id });
      if (isRunning && by) await this.log(tx, 'cancelled', by, before.row);
    });
    await this.deleteFile(before.row);
    return before;
  }

  private async run(payload: RunPayload, { signal, progress }: JobRun): Promise<JobResult> {
    const { createAuthors, fetchFiles, actor = 0, login } = payload;
    const row = await this.database.manager.findOneBy(UploadedImport, { id: payload.import });
    const path = row && join(this.folder, row.file);
    if (!path || !(await exists(path)))
      throw new PermanentFailure('The uploaded file is no longer there. Upload it again.');
    const notes: string[] = [];
    let reportedAt = 0;
    const options = { files: { fetch: fetchFiles }, ...(!createAuthors && { defaultAuthor: login }) };
    const report = await this.imports
      .run(path, options, {
        progress: (bytes, total, { imported, alreadyHere }) => {
          signal.throwIfAborted();
          if (performance.now() - reportedAt < PROGRESS_MS) return;
          reportedAt = performance.now();
          // It only informs: the import does not wait for it.
          void progress(bytes / total, String(imported + alreadyHere)).catch(() => undefined);
        },
        note: (sentence) => notes.length < MAX_NOTES && notes.push(sentence),
      })
      .catch((error: unknown) => {
        const isFinal = error instanceof WxrError || error instanceof ImportError;
        throw isFinal ? new PermanentFailure(error.message) : error;
      });
    const result: ImportResult = { ...report, notes };
    await this.deleteFile(row);
    return async (tx) => {
      await tx.update(UploadedImport, { id: row.id }, { result: JSON.stringify(result) });
      const { imported, comments, authors } = report;
      await this.log(tx, 'completed', { id: actor, login }, row, { imported, comments, authors });
    };
  }

  private log(
    tx: Transaction,
    action: 'started' | 'completed' | 'cancelled',
    by: EventPrincipal,
    { id, name: objectName }: UploadedImport,
    details: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    return this.audit.add(tx, `import.${action}`, by, { objectType: 'import', objectId: id, objectName, details });
  }

  private async states(rows: readonly UploadedImport[]): Promise<ImportState[]> {
    const jobs = await this.jobs.byIds(rows.map(({ job }) => job).filter((job) => job > 0));
    return rows.map((row) => stateOf(row, jobs.get(row.job)));
  }

  private addExpiry(tx: Transaction, id: number): Promise<number> {
    return this.jobs.add(tx, DELETE_JOB, { import: id }, { runAt: new Date(Date.now() + LIFETIME_MS) });
  }

  /** A running import has as much time again. */
  private async expire(id: number): Promise<JobResult | void> {
    const row = await this.database.manager.findOneBy(UploadedImport, { id });
    if (!row) return undefined;
    const [current] = await this.states([row]);
    if (current!.state === 'running') return async (tx) => void (await this.addExpiry(tx, id));
    await this.delete(id);
    return undefined;
  }

  private async deleteFile({ file }: UploadedImport): Promise<void> {
    if (/^[0-9a-f]{32}$/.test(file)) await rm(join(this.folder, file), { force: true });
  }
}

function stateOf(row: UploadedImport, job: JobLine | undefined): ImportState {
  const result = row.result === '' ? undefined : (JSON.parse(row.result) as ImportResult);
  const isRunning = result === undefined && job?.state === 'waiting';
  const isFailed = result === undefined && row.job > 0 && !isRunning;
  return {
    row,
    state: result ? 'done' : isRunning ? 'running' : isFailed ? 'failed' : 'ready',
    summary: JSON.parse(row.summary) as WxrSummary,
    progress: result ? 1 : (job?.progress ?? 0) / 100,
    imported: Number(job?.progressNote ?? 0) || 0,
    error: isFailed ? (job?.lastError ?? '') : '',
    ...(result && { result }),
  };
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
