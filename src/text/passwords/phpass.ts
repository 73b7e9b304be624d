import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

const ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SALT_LENGTH = 8;
const SETTING_LENGTH = 12;
/** 2^13 rounds, written as the letter B: what WordPress itself writes. */
const DEFAULT_ROUNDS_LOG2 = 13;
const MIN_ROUNDS_LOG2 = 7;
/** The format allows 30, which would occupy a worker for an hour; 20 takes about three seconds. */
const MAX_ROUNDS_LOG2 = 20;

const MAX_IMITATED_ROUNDS_LOG2 = 15;

/** Marker of the portable hashes of phpBB. */
export const FORUM_MARKER = '$H$';

export function isPortableHash(hash: string): boolean {
  return hash.startsWith('$P$') || hash.startsWith(FORUM_MARKER);
}

/** Kind and rounds of a hash, such as `$P$B`; undefined if it verifies nothing or is too slow to be imitated. */
export function portableCost(hash: string): string | undefined {
  const roundsLog2 = ALPHABET.indexOf(hash[3] ?? '?');
  const isUsable = hash.length >= SETTING_LENGTH && roundsLog2 >= MIN_ROUNDS_LOG2;
  return isUsable && roundsLog2 <= MAX_IMITATED_ROUNDS_LOG2 ? `$P$${hash[3]}` : undefined;
}

export async function createPortableHash(password: Uint8Array): Promise<string> {
  const salt = encode64(randomBytes(6));
  return computePortableHash(password, `$P$${ALPHABET[DEFAULT_ROUNDS_LOG2]}${salt}`) as Promise<string>;
}

/**
 * The portable hash of the password with the kind, rounds and salt that `setting` (a stored hash or its first 12 characters)
 * asks for; undefined when the setting is malformed.
 */
export async function computePortableHash(password: Uint8Array, setting: string): Promise<string | undefined> {
  const roundsLog2 = ALPHABET.indexOf(setting[3] ?? '?');
  const salt = setting.slice(SETTING_LENGTH - SALT_LENGTH, SETTING_LENGTH);
  if (!isPortableHash(setting) || salt.length !== SALT_LENGTH) return undefined;
  if (roundsLog2 < MIN_ROUNDS_LOG2 || roundsLog2 > MAX_ROUNDS_LOG2) return undefined;
  const digest = await chainedMd5(password, salt, 2 ** roundsLog2);
  return setting.slice(0, SETTING_LENGTH) + encode64(digest);
}

/** Six bits a character, lowest bits first: not base64. */
function encode64(bytes: Uint8Array): string {
  let text = '';
  let pending = 0;
  let pendingBits = 0;
  for (const byte of bytes) {
    pending |= byte << pendingBits;
    pendingBits += 8;
    while (pendingBits >= 6) {
      text += ALPHABET[pending & 63];
      pending >>= 6;
      pendingBits -= 6;
    }
  }
  return pendingBits > 0 ? text + ALPHABET[pending & 63] : text;
}

/**
 * The body of a worker thread: the chained MD5 of a portable hash, some 20 ms of processor time that must not stop the event loop.
 * It is text, not a module, because only text starts the same way from dist/, from the development runner and from the test runner.
 */
const PHPASS_WORKER_SOURCE = `
  const { createHash } = require('node:crypto');
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ id, password, salt, rounds }) => {
    const secret = Buffer.from(password);
    let digest = createHash('md5').update(salt).update(secret).digest();
    for (let round = 0; round < rounds; round++) digest = createHash('md5').update(digest).update(secret).digest();
    parentPort.postMessage({ id, digest });
  });
`;

interface Job {
  resolve: (digest: Uint8Array) => void;
  reject: (reason: Error) => void;
}

interface Member {
  worker: Worker;
  jobs: Map<number, Job>;
}

/** Leaves a core to the event loop. */
export const POOL_SIZE = Math.max(1, Math.min(4, availableParallelism() - 1));

const members: Member[] = [];
let lastJobId = 0;

/** md5(salt + password), then `rounds` times md5(previous + password), off the event loop. */
function chainedMd5(password: Uint8Array, salt: string, rounds: number): Promise<Uint8Array> {
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
