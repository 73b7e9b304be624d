import { type Worker } from 'node:cluster';
import { type Counters, type Limit } from './counters.js';
import { MemoryCounters } from './memory-counters.js';

type Question = { method: 'take' | 'blockedFor'; key: string; limit: Limit } | { method: 'clear'; key: string };

interface Asked {
  counters: Question;
  id: number;
}

interface Answered {
  counters: number;
  id: number;
}

/** In a worker: the counts are kept by the process that started it, for all of them. */
export class WorkerCounters implements Counters {
  private readonly waiting = new Map<number, (answer: number) => void>();
  private asked = 0;

  constructor() {
    process.on('message', (message: Answered) => {
      if (typeof message?.counters !== 'number') return;
      this.waiting.get(message.id)?.(message.counters);
      this.waiting.delete(message.id);
    });
  }

  take(key: string, limit: Limit): Promise<number> {
    return this.ask({ method: 'take', key, limit });
  }

  blockedFor(key: string, limit: Limit): Promise<number> {
    return this.ask({ method: 'blockedFor', key, limit });
  }

  async clear(key: string): Promise<void> {
    await this.ask({ method: 'clear', key });
  }

  /** Whoever started us always answers: when it ends, so do its workers. */
  private ask(counters: Question): Promise<number> {
    return new Promise((resolve) => {
      const id = this.asked++;
      this.waiting.set(id, resolve);
      process.send?.({ counters, id } satisfies Asked);
    });
  }
}

/** In the process that starts workers: answers what they ask of the counts. */
export function countForWorkers(counters: Counters = new MemoryCounters()): (worker: Worker) => void {
  return (worker) =>
    worker.on('message', ({ counters: question, id }: Partial<Asked>) => {
      if (!question || id === undefined) return;
      const answer =
        question.method === 'clear'
          ? counters.clear(question.key).then(() => 0)
          : counters[question.method](question.key, question.limit);
      void answer.then(
        (ms) => worker.isConnected() && worker.send({ counters: ms, id } satisfies Answered, () => undefined),
      );
    });
}
