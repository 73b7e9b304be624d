/**
 * A timer that fires at least every interval, and earlier on request. Runs never overlap; a request during a run
 * starts another one right after it. The timer does not keep the process alive.
 */
export class Alarm {
  private timer?: NodeJS.Timeout;
  private ringsAt = Number.POSITIVE_INFINITY;
  private working?: Promise<void>;
  private askedMeanwhile = false;
  private stopped = false;

  constructor(
    private readonly work: () => Promise<void>,
    private readonly everyMs: number,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Fires after this time at the latest. */
  in(ms: number): void {
    const delay = Math.min(Math.max(ms, 0), this.everyMs);
    const at = performance.now() + delay;
    if (this.stopped || at >= this.ringsAt) return;
    clearTimeout(this.timer);
    this.ringsAt = at;
    this.timer = setTimeout(() => this.ring(), delay).unref();
  }

  /** Stops; resolves when the current run is done. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.working;
  }

  private ring(): void {
    this.ringsAt = Number.POSITIVE_INFINITY;
    if (this.working) {
      this.askedMeanwhile = true;
      return;
    }
    this.working = this.work()
      .catch(this.onError)
      .finally(() => {
        this.working = undefined;
        this.in(this.askedMeanwhile ? 0 : this.everyMs);
        this.askedMeanwhile = false;
      });
  }
}
