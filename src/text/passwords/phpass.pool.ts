import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { PHPASS_WORKER_SOURCE } from './phpass.worker-source.js';

interface Job {
  resolve: (digest: Uint8Array) => void;
  reject: (reason: Error) => void;
}

interface Member {
  worker: Worker;
  jobs: Map<number, Job>;
}

/** Leave a core to the event loop. */
export const POOL_SIZE = Math.max(1, Math.min(4, availableParallelism() - 1));

const members: Member[] = [];
let lastJobId = 0;

/** md5(salt + password), then `rounds` times md5(previous + password), off the event loop. */
export function chainedMd5(password: Uint8Array, salt: string, rounds: number): Promise<Uint8Array> {
  const member = leastBusyMember();
  const id = ++lastJobId;
  return new Promise((resolve, reject) => {
    member.jobs.set(id, { resolve, reject });
    // A waiting caller keeps the process alive, an idle pool does not.
    member.worker.ref();
    member.worker.postMessage({ id, password, salt, rounds });
  });
}

function leastBusyMember(): Member {
  const idle = members.find((member) => member.jobs.size === 0);
  if (idle) return idle;
  if (members.length < POOL_SIZE) return startMember();
  return members.reduce((best, member) => (member.jobs.size < best.jobs.size ? member : best));
}

function startMember(): Member {
  const member: Member = { worker: new Worker(PHPASS_WORKER_SOURCE, { eval: true, execArgv: [] }), jobs: new Map() };
  member.worker.unref();
  member.worker.on('message', ({ id, digest }: { id: number; digest: Uint8Array }) => {
    member.jobs.get(id)?.resolve(digest);
    member.jobs.delete(id);
    if (member.jobs.size === 0) member.worker.unref();
  });
  const retire = (reason: Error): void => {
    const position = members.indexOf(member);
    if (position >= 0) members.splice(position, 1);
    for (const job of member.jobs.values()) job.reject(reason);
    member.jobs.clear();
  };
  member.worker.on('error', retire);
  member.worker.on('exit', () => retire(new Error('A password hashing worker stopped.')));
  members.push(member);
  return member;
}
