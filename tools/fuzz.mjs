#!/usr/bin/env node
// npm run test:fuzz: sends generated requests to the compiled service and counts process exits, undocumented 5xx, wrong error
// shapes, and anonymous requests over the budget of processor time and memory. Set by the environment:
//   FUZZ_REQUESTS   how many (default 20,000)   FUZZ_SECONDS   at most so long
//   FUZZ_SERVICES   how many services at a time (default: one per core)
//   FUZZ_SEED       for the same requests again FUZZ_FIRST     number of the first random request, to replay one
// Other variables of the service (VARIANT, DATABASE_URL) are passed on.
import './usage.mjs';
import { availableParallelism } from 'node:os';
import { describe, fuzz } from './fuzz/run.mjs';

const { FUZZ_REQUESTS = '20000', FUZZ_SECONDS = 'Infinity', FUZZ_FIRST = '0', VARIANT, DATABASE_URL } = process.env;
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
// Services on the same database would change each other's site.
const services = DATABASE_URL ? 1 : Number(process.env.FUZZ_SERVICES ?? availableParallelism());
const env = { ...(VARIANT && { VARIANT }), ...(DATABASE_URL && { DATABASE_URL }) };
console.log(`FUZZ_SEED=${seed}`);

const PROGRESS = 10_000;
const counts = {};
const startedAt = Date.now();
let reported = 0;
const { sent, exits, failures } = await fuzz({
  requests: Number(FUZZ_REQUESTS),
  seconds: Number(FUZZ_SECONDS),
  services,
  first: Number(FUZZ_FIRST),
  seed,
  env,
  report: (failure) => {
    counts[failure.what] = (counts[failure.what] ?? 0) + 1;
    if (counts[failure.what] <= 20) console.log(describe(failure));
  },
  progress: (soFar) => {
    if (soFar.sent < reported + PROGRESS) return;
    reported = soFar.sent;
    console.log(`${soFar.sent} requests in ${Math.round((Date.now() - startedAt) / 1000)} s ${JSON.stringify(counts)}`);
  },
});
const seconds = Math.round((Date.now() - startedAt) / 1000);
console.log(`${sent} requests in ${seconds} s, ${exits} exits, ${failures.length} failures ${JSON.stringify(counts)}`);
process.exitCode = failures.length === 0 ? 0 : 1;
