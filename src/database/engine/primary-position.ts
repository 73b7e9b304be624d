import type { Pool } from 'mysql2';
import { endsConnection } from './errors.js';
import { type GtidSyntax, gtidSyntax } from './gtid.js';
import { roundTrip } from './round-trip.js';

const ANSWER_WITHIN_MS = 2000;

/** How far the server that is written to has come. */
export class PrimaryPosition {
  private syntax?: GtidSyntax;
  private asking?: Promise<string>;
  private next?: Promise<string>;

  constructor(private readonly pool: Pool) {}

  /** No earlier than this call: who comes while a question is under way shares the next one. */
  now(): Promise<string> {
    if (!this.asking) {
      this.asking = this.ask().finally(() => {
        this.asking = undefined;
      });
      return this.asking;
    }
    const again = () => {
      this.next = undefined;
      return this.now();
    };
    this.next ??= this.asking.then(again, again);
    return this.next;
  }

  private async ask(): Promise<string> {
    try {
      return await this.read();
    } catch (error) {
      // The server may have closed a connection that lay idle.
      if (!endsConnection(error)) throw error;
      return this.read();
    }
  }

  private async read(): Promise<string> {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    this.syntax ??= await gtidSyntax(this.pool, signal);
    const [rows] = await roundTrip(this.pool, [this.syntax.position], signal);
    return (rows![0] as { position: string }).position;
  }
}
