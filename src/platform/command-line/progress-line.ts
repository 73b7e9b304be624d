import cliProgress from 'cli-progress';

/** Interval of progress lines without a terminal. */
const LINE_EVERY_MS = 5000;

export interface Unit {
  amount(count: number): string;
}

type Stream = NodeJS.WritableStream & { isTTY?: boolean };

/** Progress, speed and remaining time of a long command: a bar on a terminal, otherwise lines. */
export class ProgressLine {
  private readonly startedAt = performance.now();
  private readonly bar?: cliProgress.SingleBar;
  private nextLineAt = this.startedAt + LINE_EVERY_MS;

  constructor(
    private readonly stream: Stream,
    /** Formats an amount; without it, no speed is shown. */
    private readonly unit?: Unit,
  ) {
    if (!stream.isTTY) return;
    this.bar = new cliProgress.SingleBar(
      { stream, format: '{bar} {percentage}% {state}', hideCursor: true, clearOnComplete: true, etaBuffer: 50 },
      cliProgress.Presets.shades_classic,
    );
    this.bar.start(1, 0, { state: '' });
  }

  update(done: number, total: number, remark = ''): void {
    const now = performance.now();
    const state = [this.speed(done, total, now), remark].filter(Boolean).join(', ');
    if (this.bar) {
      this.bar.setTotal(Math.max(total, 1));
      this.bar.update(done, { state });
    } else if (now >= this.nextLineAt) {
      this.nextLineAt = now + LINE_EVERY_MS;
      this.stream.write(`${Math.floor((done * 100) / Math.max(total, 1))}% ${state}\n`);
    }
  }

  /** A line of its own, above the bar, which is drawn again at the next update. */
  note(line: string): void {
    this.stream.write(this.bar ? `\r\x1b[K${line}\n` : `${line}\n`);
  }

  /** Removes the bar. Call it before printing: the bar would overwrite the output. */
  stop(): void {
    this.bar?.stop();
  }

  private speed(done: number, total: number, now: number): string {
    if (!this.unit) return '';
    const seconds = Math.max((now - this.startedAt) / 1000, 0.001);
    const left = done > 0 ? Math.round(((total - done) * seconds) / done) : 0;
    return `${this.unit.amount(done / seconds)}/s, ${duration(left)} left`;
  }
}

export const BYTES = { amount: (count: number) => `${(count / 1e6).toFixed(1)} MB` };
export const ROWS = { amount: (count: number) => `${Math.round(count)}` };

function duration(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
