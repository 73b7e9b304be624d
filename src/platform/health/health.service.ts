import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

const PROBE_MS = 2000;

/** Whether this process should get requests. */
@Injectable()
export class HealthService {
  private stopping = false;

  constructor(private readonly database: Database) {}

  /** From now on the readiness probe says no; requests still arriving are answered. */
  stop(): void {
    this.stopping = true;
  }

  async reasonsAgainst(): Promise<string[]> {
    if (this.stopping) return ['shutting down'];
    return (await this.databaseAnswers()) ? [] : ['the database does not answer'];
  }

  private async databaseAnswers(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((done) => {
      timer = setTimeout(done, PROBE_MS, false);
    });
    const answer = this.database.ping().then(
      () => true,
      () => false,
    );
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }
}
