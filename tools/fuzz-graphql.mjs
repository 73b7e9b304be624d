#!/usr/bin/env node
// npm run test:fuzz-graphql: sends generated documents to /graphql of the compiled service, valid ones from its schema and texts
// that are almost documents, and counts process exits, internal errors, wrong statuses, and documents over the budget of
// processor time and bytes. Set by the environment:
//   FUZZ_REQUESTS   how many (default 20,000)   FUZZ_SEED   for the same documents again
//   FUZZ_FIRST      number of the first document, to send one again
import './usage.mjs';
import { fuzzGraphql } from './fuzz/graphql.mjs';

const { FUZZ_REQUESTS = '20000', FUZZ_FIRST = '0', VARIANT = 'C' } = process.env;
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
console.log(`FUZZ_SEED=${seed}`);
const startedAt = Date.now();
let reported = 0;
const counts = await fuzzGraphql({
  requests: Number(FUZZ_REQUESTS),
  first: Number(FUZZ_FIRST),
  seed,
  env: { VARIANT },
  report: ({ what, number, query }) => {
    if (reported++ < 20) console.log(`${what}: document ${number}: ${query.slice(0, 500)}`);
  },
  progress: (soFar) => console.log(`${Math.round((Date.now() - startedAt) / 1000)} s ${JSON.stringify(soFar)}`),
});
console.log(`${Math.round((Date.now() - startedAt) / 1000)} s ${JSON.stringify(counts)}`);
process.exitCode = counts.exits + counts.internal + counts.status + counts.slow + counts.large === 0 ? 0 : 1;
