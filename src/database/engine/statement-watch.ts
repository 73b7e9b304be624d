import { Logger } from '@nestjs/common';
import { Histogram } from '../../telemetry/counts.js';
import { inChildSpan } from '../../telemetry/spans.js';
import { currentQueryContext } from './query-counter.js';

/** Seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Longer statements, with thousands of placeholders, are cut. */
const MAX_LOGGED_LENGTH = 2000;
const VERB = /^\s*(\w+)/;
const TABLE = /\b(?:FROM|INTO|UPDATE|TABLE)\s+[`"]?(\w+)/i;

/** Measures statements from the moment they are requested: waiting for a connection is included. */
export class StatementWatch {
  readonly counts = { statements: 0, failures: 0, slow: 0 };
  readonly durations = new Histogram(BOUNDS);
  private readonly logger = new Logger('SlowQuery');
  isOn = false;
  private slowMs = Number.POSITIVE_INFINITY;

  constructor(private readonly engine: string) {}

  /** Statements that take `slowMs` or longer are logged; 0 logs none. */
  turnOn(slowMs: number): void {
    this.isOn = true;
    if (slowMs > 0) this.slowMs = slowMs;
  }

  /** Costs one comparison while watching is off. */
  run<T>(sql: string, statement: () => Promise<T>): Promise<T> {
    return this.isOn ? this.watched(sql, statement) : statement();
  }

  private async watched<T>(sql: string, statement: () => Promise<T>): Promise<T> {
    const work = currentQueryContext();
    const began = performance.now();
    work?.statementBegan?.();
    try {
      return await inChildSpan(
        () => spanName(sql),
        () => ({ 'db.system.name': this.engine, 'db.query.text': sql.slice(0, MAX_LOGGED_LENGTH) }),
        statement,
      );
    } catch (error) {
      this.counts.failures++;
      throw error;
    } finally {
      work?.statementEnded?.();
      this.note(sql, performance.now() - began);
    }
  }

  /** The text has placeholders instead of values, so no user input is logged. The logger adds the request. */
  private note(sql: string, ms: number): void {
    this.counts.statements++;
    this.durations.add(ms / 1000);
    if (ms < this.slowMs) return;
    this.counts.slow++;
    this.logger.warn({ msg: 'slow query', sql: sql.slice(0, MAX_LOGGED_LENGTH), ms: Math.round(ms * 10) / 10 });
  }
}

/** `SELECT wp_posts`. */
function spanName(sql: string): string {
  const text = sql.slice(0, MAX_LOGGED_LENGTH);
  return [VERB.exec(text)?.[1]?.toUpperCase(), TABLE.exec(text)?.[1]].filter(Boolean).join(' ');
}
