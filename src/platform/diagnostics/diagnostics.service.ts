import { Inject, Injectable } from '@nestjs/common';
import { Database, type Engine } from '../../database/database.js';
import { inBackground } from '../../database/engine/query-counter.js';
import { CONFIG, type Config } from '../config/config.js';
import { checks, type NamedCheck, runCheck } from './checks.js';
import { databaseVersion } from './diagnostics.store.js';
import { type DiagnosticResult, warn } from './diagnostic-result.js';

/** The page polls while it is open; what it shows changes rarely. */
const REMEMBERED_MS = 5 * 60_000;
/** A mail server that does not respond must not delay the page; its finding is shown by a later request. */
const TIMEOUT_MS = 2000;

interface Examination {
  startedAt: number;
  findings: Promise<DiagnosticResult[]>[];
}

/** The checks of `nestpress doctor` in the running service, remembered for five minutes unless a new check is requested. */
@Injectable()
export class DiagnosticsService {
  private readonly checks: NamedCheck[] = [...checks()];
  private last?: Examination;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Adds a check, before the service has started. */
  add(check: NamedCheck): void {
    this.checks.push(check);
  }

  async findings(): Promise<DiagnosticResult[]> {
    if (this.last === undefined || performance.now() - this.last.startedAt > REMEMBERED_MS) this.last = this.examine();
    const { findings } = this.last;
    const names = this.checks.map(([name]) => name);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((done) => (timer = setTimeout(done, TIMEOUT_MS, undefined)));
    const results = await Promise.all(findings.map((finding) => Promise.race([finding, late])));
    clearTimeout(timer);
    return results.flatMap((result, index) => result ?? [warn(names[index]!, 'This check has not finished yet.')]);
  }

  /** Name and version of the database server. */
  async server(): Promise<{ engine: Engine; version: string }> {
    return { engine: this.database.engine, version: await databaseVersion(this.database) };
  }

  /** Runs the checks again. Requests that arrive shortly after each other share one run. */
  recheck(): void {
    if (this.last === undefined || performance.now() - this.last.startedAt > TIMEOUT_MS) this.last = this.examine();
  }

  private examine(): Examination {
    const context = { config: this.config, database: this.database, isServing: true };
    return {
      startedAt: performance.now(),
      findings: this.checks.map(([name, check]) => inBackground(() => runCheck(name, check, context))),
    };
  }
}
