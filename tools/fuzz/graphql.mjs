// Sends generated documents to the compiled service and looks for exits, internal errors and what costs too much.
import { buildClientSchema, getIntrospectionQuery } from 'graphql';
import { brokenDocument, validDocument } from './graphql-documents.mjs';
import { Random } from './random.mjs';
import { ADMIN, FuzzedService } from './service.mjs';

/** Of one document, by itself on a service that is otherwise idle: processor time, and the answer. */
const BUDGET_MS = 5000;
const BUDGET_BYTES = 64 * 1024 * 1024;
const AT_ONCE = 8;

export async function fuzzGraphql({ requests, seed, first = 0, env = {}, report, progress = () => undefined }) {
  const counts = { sent: 0, exits: 0, internal: 0, status: 0, slow: 0, large: 0, executed: 0 };
  const service = await FuzzedService.start({ GRAPHQL: 'on', CONSOLE: 'off', SITE_PAGES: 'off', ...env });
  const ask = (query, authorization) =>
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
    const work = async () => {
      while (next < first + requests && service.isAlive) {
        const number = next++;
        const random = new Random(seed, number);
        const query = random.chance(0.7) ? validDocument(schema, random) : brokenDocument(schema, random);
        const answer = await judged(
          service,
          () => ask(query, random.chance(0.3) ? ADMIN : undefined),
          counts,
          (what) => report({ what, number, query, answer: undefined }),
        );
        counts.sent++;
        if (answer?.text?.startsWith('{"data"')) counts.executed++;
        if (counts.sent % 5000 === 0) progress(counts);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (!service.isAlive) counts.exits++;
  } finally {
    await service.stop();
  }
  return counts;
}

async function judged(service, send, counts, report) {
  const startedAt = performance.now();
  const answer = await send();
  const note = (what) => {
    counts[what]++;
    report(what);
  };
  if (answer.error) note(service.isAlive ? 'status' : 'exits');
  else if (answer.text.includes('Internal server error') || answer.text.includes('"INTERNAL"')) note('internal');
  // WPGraphQL answers documents that cannot be parsed with 500.
  else if (answer.status !== 200 && !(answer.status === 500 && answer.text.startsWith('{"errors"'))) note('status');
  if (!answer.error && answer.text.length > BUDGET_BYTES) note('large');
  // Others run at the same time: one that is slow is measured again by itself.
  if (performance.now() - startedAt > BUDGET_MS && service.isAlive) {
    const { ms } = await service.measure(send);
    if (ms > BUDGET_MS) note('slow');
  }
  return answer;
}
