import { type GraphqlConfig } from '../graphql.config.js';
import { GraphError } from './graph-error.js';

/** Reading the clock costs more than most values do. */
const VALUES_PER_CHECK = 16;

/** What an operation may cost while it is executed, which its text does not say. */
export class Budget {
  private readonly until: number;
  private bytes = 0;
  private values = 0;
  /** Why the rest of the operation is not executed. */
  exceeded?: GraphError;

  constructor(private readonly limits: Pick<GraphqlConfig, 'maxBytes' | 'maxSeconds'>) {
    this.until = performance.now() + limits.maxSeconds * 1000;
  }

  /** False if the operation ends here. */
  takes(value: unknown): boolean {
    if (this.exceeded) return false;
    const { maxBytes, maxSeconds } = this.limits;
    if (typeof value === 'string') this.bytes += value.length;
    if (this.bytes > maxBytes)
      this.exceeded = new GraphError(
        `The response has more than ${maxBytes} bytes of text. Ask for less, or raise GRAPHQL_MAX_BYTES.`,
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
