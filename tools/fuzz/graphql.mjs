// Sends generated documents to the compiled service and looks for exits, internal errors and what costs too much.
import { setTimeout as wait } from 'node:timers/promises';
import { buildClientSchema, getIntrospectionQuery } from 'graphql';
import { brokenDocument, validDocument } from './graphql-documents.mjs';
import { Random } from './random.mjs';
import { ADMIN, FuzzedService } from './service.mjs';

/** Of one document, by itself on a service that is otherwise idle: processor time, and the answer. */
const BUDGET_MS = 5000;
const BUDGET_BYTES = 64 * 1024 * 1024;
const AT_ONCE = 8;
const BUSY_MS = 1000;

export async function fuzzGraphql({ requests, seed, first = 0, env = {}, report, progress = () => undefined }) {
  const counts = { sent: 0, exits: 0, internal: 0, status: 0, slow: 0, large: 0, executed: 0 };
  // The time that a document takes is no limit here: on a busy machine, it would end documents before they have cost anything.
  const limits = { GRAPHQL_MAX_SECONDS: '3600' };
  const service = await FuzzedService.start({ GRAPHQL: 'on', CONSOLE: 'off', SITE_PAGES: 'off', ...limits, ...env });
  const ask = async (query, authorization) => {
    const answer = await sendOnce(query, authorization);
    if (answer.status !== 503) return answer;
    // The machine is too busy for the requests at once.
    await wait(BUSY_MS);
    return ask(query, authorization);
  };
  const sendOnce = (query, authorization) =>
    service.send({
      method: 'POST',
      target: '/graphql',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: Buffer.from(JSON.stringify({ query })),
    });
  try {
    const { text } = await ask(getIntrospectionQuery(), ADMIN);
    const schema = buildClientSchema(JSON.parse(text).data);
    let next = first;
    const suspects = [];
    const work = async () => {
      while (next < first + requests && service.isAlive) {
        const number = next++;
        const random = new Random(seed, number);
        const query = random.chance(0.7) ? validDocument(schema, random) : brokenDocument(schema, random);
        const authorization = random.chance(0.3) ? ADMIN : undefined;
        const sent = { send: () => ask(query, authorization), report: (what) => report({ what, number, query }) };
        const { answer, isSuspect } = await judged(service, sent.send, counts, sent.report);
        if (isSuspect) suspects.push(sent);
        counts.sent++;
        if (answer.text?.startsWith('{"data"')) counts.executed++;
        if (counts.sent % 5000 === 0) progress(counts);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await measureSuspects(service, suspects, counts);
    if (!service.isAlive) counts.exits++;
  } finally {
    await service.stop();
  }
  return counts;
}

/** Counts what is wrong with the answer; whether the document may have cost too much. */
async function judged(service, send, counts, report) {
  const before = service.cpuMs;
  const answer = await send();
  const note = (what, detail) => {
    counts[what]++;
    report(detail === undefined ? what : `${what} (${detail})`);
  };
  if (answer.error) note(service.isAlive ? 'status' : 'exits', answer.error);
  else if (answer.text.includes('Internal server error') || answer.text.includes('"INTERNAL"')) note('internal');
  // WPGraphQL answers documents that cannot be parsed with 500.
  else if (answer.status !== 200 && !(answer.status === 500 && answer.text.startsWith('{"errors"')))
    note('status', answer.status);
  if (!answer.error && answer.text.length > BUDGET_BYTES) note('large');
  return { answer, isSuspect: service.cpuMs - before > BUDGET_MS };
}

/** Others ran at the same time: each suspect is measured again by itself. */
async function measureSuspects(service, suspects, counts) {
  for (const { send, report } of suspects) {
    if (!service.isAlive) return;
    const { ms } = await service.measure(send, { collect: true });
    if (ms <= BUDGET_MS) continue;
    counts.slow++;
    report(`slow (${Math.round(ms)} ms)`);
  }
}
