import { type GraphqlConfig } from '../graphql.config.js';
import { GraphError } from './graph-error.js';

/** Reading the clock costs more than most values do. */
const VALUES_PER_CHECK = 16;
/** Of a member in JSON: quotes, a colon and a comma. */
const MEMBER_BYTES = 4;
/** About as much as numbers and truth values take. */
const VALUE_BYTES = 5;
/** Other requests are served after so many. By number, not by time, so that the same document loads the same at once. */
const VALUES_PER_TURN = 10_000;

/** What an operation may cost while it is executed, which its text does not say. */
export class Budget {
  private readonly until: number;
  private bytes = 0;
  private values = 0;
  private turnEnds = VALUES_PER_TURN;
  /** Why the rest of the operation is not executed. */
  exceeded?: GraphError;

  constructor(private readonly limits: Pick<GraphqlConfig, 'maxBytes' | 'maxSeconds'>) {
    this.until = performance.now() + limits.maxSeconds * 1000;
  }

  /** Whether the operation has worked long enough without letting others work. */
  get isTurnOver(): boolean {
    return this.values > this.turnEnds;
  }

  beginTurn(): void {
    this.turnEnds = this.values + VALUES_PER_TURN;
  }

  /** False if the operation ends here. `name`: that of the member, or the place in a list. */
  takes(name: string | number, value: unknown): boolean {
    if (this.exceeded) return false;
    const { maxBytes, maxSeconds } = this.limits;
    const isText = typeof value === 'string';
    this.bytes +=
      (typeof name === 'string' ? name.length + MEMBER_BYTES : 1) + (isText ? value.length + 2 : VALUE_BYTES);
    if (this.bytes > maxBytes)
      this.exceeded = new GraphError(
        `The response has more than ${maxBytes} bytes. Ask for less, or raise GRAPHQL_MAX_BYTES.`,
        'RESPONSE_TOO_LARGE',
      );
    else if (this.values++ % VALUES_PER_CHECK === 0 && performance.now() > this.until)
      this.exceeded = new GraphError(
        `The operation takes longer than ${maxSeconds} seconds. Ask for less, or raise GRAPHQL_MAX_SECONDS.`,
        'TIMEOUT',
      );
    return !this.exceeded;
  }
}
