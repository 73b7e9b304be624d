/** By number, not by time, so that the same requests read the same at once. Reads of operations that begin together share a round trip. */
const OPERATIONS_PER_TURN = 2;

/**
 * Operations of all requests, such as those of a batch, that would begin or go on in one turn of the event loop. Some do; the others wait
 * for later turns, between which other requests are served.
 */
class OperationTurns {
  private readonly waiting: (() => void)[] = [];
  private inThisTurn = 0;

  begin(): Promise<void> | undefined {
    if (this.inThisTurn < OPERATIONS_PER_TURN) {
      this.count();
      return undefined;
    }
    return new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** In a later turn. */
  add(work: () => void): void {
    this.waiting.push(work);
    if (this.inThisTurn === 0) this.count();
  }

  private count(): void {
    if (this.inThisTurn++ === 0) setImmediate(this.next);
  }

  private readonly next = (): void => {
    this.inThisTurn = 0;
    for (const work of this.waiting.splice(0, OPERATIONS_PER_TURN)) {
      this.count();
      work();
    }
  };
}

export const turns = new OperationTurns();
