import { type Worker } from 'node:cluster';
import { type Counters, type Limit } from './counters.js';
import { MemoryCounters } from './memory-counters.js';

interface Call {
  method: keyof Counters;
  key: string;
  limit: Limit;
}

interface CallMessage {
  counterCalls: Call[];
  id: number;
}

interface ReplyMessage {
  counterReplies: number[];
  id: number;
}

interface PendingCall {
  call: Call;
  resolve: (reply: number) => void;
}

/**
 * In a worker: forwards to the counters of the primary process, the calls of one tick in one message. (The library's own
 * cluster mode has no bound on the keys that the primary stores.)
 */
export class WorkerCounters implements Counters {
  private readonly sent = new Map<number, PendingCall[]>();
  private batch: PendingCall[] = [];
  private lastId = 0;

  constructor() {
    process.on('message', ({ counterReplies, id }: Partial<ReplyMessage>) => {
      if (!counterReplies || id === undefined) return;
      this.sent.get(id)?.forEach(({ resolve }, index) => resolve(counterReplies[index]!));
      this.sent.delete(id);
    });
  }

  take(key: string, limit: Limit): Promise<number> {
    return this.call({ method: 'take', key, limit });
  }

  blockedFor(key: string, limit: Limit): Promise<number> {
    return this.call({ method: 'blockedFor', key, limit });
  }

  async refund(key: string, limit: Limit): Promise<void> {
    await this.call({ method: 'refund', key, limit });
  }

  async clear(key: string, limit: Limit): Promise<void> {
    await this.call({ method: 'clear', key, limit });
  }

  private call(call: Call): Promise<number> {
    return new Promise((resolve) => {
      if (this.batch.length === 0) queueMicrotask(() => this.send());
      this.batch.push({ call, resolve });
    });
  }

  /** The primary always replies: when it ends, so do its workers. */
  private send(): void {
    const id = ++this.lastId;
    this.sent.set(id, this.batch);
    process.send?.({ counterCalls: this.batch.map(({ call }) => call), id } satisfies CallMessage);
    this.batch = [];
  }
}

/** In the primary process: handles the calls of its workers. */
export function countForWorkers(counters: Counters = new MemoryCounters()): (worker: Worker) => void {
  const perform = async ({ method, key, limit }: Call) => (await counters[method](key, limit)) ?? 0;
  return (worker) =>
    worker.on('message', ({ counterCalls, id }: Partial<CallMessage>) => {
      if (!counterCalls || id === undefined) return;
      void Promise.all(counterCalls.map(perform)).then((counterReplies) => {
        if (worker.isConnected()) worker.send({ counterReplies, id } satisfies ReplyMessage, () => undefined);
      });
    });
}
