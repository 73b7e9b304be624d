/** Work that calls at the same time share: a call waits for a run that begins after it, of which there is at most one. */
export class SharedRun {
  private running?: Promise<void>;
  private queued?: Promise<void>;

  constructor(private readonly work: () => Promise<void>) {}

  join(): Promise<void> {
    if (!this.running) return (this.running = this.run());
    this.queued ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.queued = undefined;
        return (this.running = this.run());
      });
    return this.queued;
  }

  /** Resolves when no run is in progress. */
  async ended(): Promise<void> {
    while (this.running) await this.running.catch(() => undefined);
  }

  private async run(): Promise<void> {
    try {
      await this.work();
    } finally {
      this.running = undefined;
    }
  }
}
