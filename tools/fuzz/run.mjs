import { endpointsOf, largeRequests, randomRequest } from './requests.mjs';
import { ADMIN, FuzzedService } from './service.mjs';
import { verdict } from './verdict.mjs';

/** What a single anonymous request may cost. */
export const BUDGET = { ms: 50, bytes: 20 * 1024 * 1024 };

/** Contents may expand up to the limits of rendering, which takes longer once: the HTML is cached. */
const FIRST_RENDERING_MS = 600;

/** Measured requests sent at the same time: few, so that one over the budget shows. A group over the budget is measured one by one. */
const MEASURED_GROUP = 8;
/** Of the random anonymous requests one in this many is measured; of the systematic ones every one. */
const MEASURED_EVERY = 8;
/** All others are sent so many at a time. */
const CONCURRENCY = 32;
const BATCH = 512;
/** The site is replaced now and then, since an administrator's requests change it. */
const REQUESTS_PER_SITE = 40_000;
const REPLAYS = 5;

/**
 * Sends requests until `requests` are sent or `seconds` are over, to several services at a time: each of them keeps one core busy.
 * Returns { sent, exits, failures: [{ what, request, answer }] }; failures over the budget have their cost.
 */
export async function fuzz({
  requests,
  seconds = Infinity,
  services = 1,
  seed,
  env,
  first = 0,
  report = () => undefined,
  progress = () => undefined,
}) {
  const result = { sent: 0, exits: 0, failures: [] };
  const end = Date.now() + seconds * 1000;
  const service = await FuzzedService.start(env);
  const batches = await requestBatches(service, { seed, first, requests });
  const run = { batches, env, end, result, report, progress };
  await Promise.all(
    Array.from({ length: services }, (_, number) => sendBatches(run, number === 0 ? service : undefined)),
  );
  return result;
}

/** Sends batches to one service after the other, until none is left or the time is over. */
async function sendBatches({ batches, env, end, result, report, progress }, service) {
  let left = service ? REQUESTS_PER_SITE : 0;
  try {
    for (const batch of batches) {
      if (Date.now() >= end) return;
      if (left <= 0 || !service.isAlive) {
        await service?.stop();
        service = await FuzzedService.start(env);
        left = REQUESTS_PER_SITE;
      }
      await tryBatch(service, batch, end, result, report);
      left -= batch.length;
      progress(result);
    }
  } finally {
    await service?.stop();
  }
}

/** Authenticated requests do more by right; theirs is no budget but the size of what they may send. */
function isMeasured({ kind, headers, index }) {
  if (kind === 'raw' || headers.authorization !== undefined) return false;
  return kind === 'large' || kind === 'route' || kind === 'blocks' || index % MEASURED_EVERY === 0;
}

async function tryBatch(service, batch, end, result, report) {
  await sendAtOnce(
    service,
    batch.filter((request) => !isMeasured(request)),
    result,
    report,
  );
  const measured = batch.filter(isMeasured);
  while (measured.length > 0 && service.isAlive && Date.now() < end)
    await tryGroup(service, measured.splice(0, MEASURED_GROUP), result, report);
}

async function sendAtOnce(service, requests, result, report) {
  const waiting = requests.values();
  const pending = new Set();
  const sendNext = async () => {
    for (const request of waiting) {
      if (!service.isAlive) return;
      pending.add(request);
      const answer = await service.send(request);
      result.sent++;
      if (!service.isAlive) return;
      pending.delete(request);
      judge(request, answer, result, report);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, sendNext));
  if (!service.isAlive) ended(service, [...pending], result, report);
}

async function requestBatches(service, run) {
  const { text } = await service.send({ method: 'GET', target: '/wp-json/', headers: {} });
  const endpoints = endpointsOf(JSON.parse(text));
  const source = requestSource(endpoints, run);
  return (function* () {
    for (let left = run.requests; left > 0; left -= BATCH)
      yield Array.from({ length: Math.min(BATCH, left) }, () => source.next().value);
  })();
}

function* requestSource(endpoints, { seed, first, requests }) {
  const large = largeRequests(endpoints);
  // A short run takes a sample of the systematic requests: half of all it sends.
  const step = Math.max(1, Math.ceil((large.length * 2) / requests));
  for (let index = first, at = seed % step; ; index++) {
    if (at < large.length) {
      yield { index, ...large[at]() };
      at += step;
    }
    yield { index, ...randomRequest(endpoints, seed, index, ADMIN) };
  }
}

async function tryGroup(service, group, result, report) {
  const sendAll = () => Promise.all(group.map((one) => service.send(one)));
  await publish(service, group);
  const { result: answers, ...cost } = await service.measure(sendAll);
  await unpublish(service, group);
  result.sent += group.length;
  if (!service.isAlive) return ended(service, group, result, report);
  for (const [place, request] of group.entries()) judge(request, answers[place], result, report);
  if (group.some((request) => isOver(cost, request))) await measureEach(service, group, result, report);
}

/** Collecting garbage and compiling may cost more than a request: one that is over is measured again, from the same start. */
async function measureEach(service, group, result, report) {
  for (const request of group) {
    let cost = await measureOne(service, request);
    for (let replay = 0; replay < REPLAYS && service.isAlive && isOver(cost, request); replay++) {
      const { ms, bytes } = await measureOne(service, request, { collect: true });
      cost = { ms: Math.min(cost.ms, ms), bytes: Math.min(cost.bytes, bytes) };
    }
    if (!service.isAlive) return ended(service, [request], result, report);
    if (isOver(cost, request)) found({ what: 'over the budget', request, cost }, result, report);
  }
}

/** Each time in a post of its own: what was rendered once is cached. */
async function measureOne(service, request, options) {
  await publish(service, [request]);
  const cost = await service.measure(() => service.send(request), options);
  await unpublish(service, [request]);
  return cost;
}

/** Creates the posts whose content is read. Fields that need rendering are left out of the response. */
async function publish(service, requests) {
  for (const request of requests.filter(({ kind }) => kind === 'blocks')) {
    const body = Buffer.from(JSON.stringify({ title: 'Blocks', content: request.content, status: 'publish' }));
    const { text = '' } = await service.send({
      ...{ method: 'POST', target: '/wp-json/wp/v2/posts?_fields=id', body },
      headers: { authorization: ADMIN, 'content-type': 'application/json' },
    });
    request.id = /"id":(\d+)/.exec(text)?.[1] ?? 0;
    request.target = `/wp-json/wp/v2/posts/${request.id}`;
  }
}

async function unpublish(service, requests) {
  const headers = { authorization: ADMIN };
  for (const { id } of requests.filter(({ kind }) => kind === 'blocks'))
    await service.send({ method: 'DELETE', target: `/wp-json/wp/v2/posts/${id}?force=true&_fields=id`, headers });
}

function judge(request, answer, result, report) {
  const what = verdict(request, answer);
  if (what) found({ what, request, answer }, result, report);
}

function ended(service, request, result, report) {
  result.exits++;
  found({ what: 'the process ended', request, output: service.output.slice(-2000) }, result, report);
}

const isOver = ({ ms, bytes }, { kind }) =>
  ms > (kind === 'blocks' ? FIRST_RENDERING_MS : BUDGET.ms) || bytes > BUDGET.bytes;

function found(failure, result, report) {
  result.failures.push(failure);
  report(failure);
}

/** A failure in a few lines, with all that is needed to send the request again. */
export function describe({ what, request, answer, cost, output }) {
  const requests = Array.isArray(request) ? request : [request];
  const shown = requests.map(({ index, kind, method, target, headers, body, bytes, content: blocks }) => {
    const content = blocks ?? (body ?? bytes)?.toString('latin1') ?? '';
    const text = JSON.stringify(
      content.length > 1500 ? `${content.slice(0, 1500)}… (${content.length} bytes)` : content,
    );
    return `  #${index} ${kind} ${method ?? ''} ${target?.slice(0, 600) ?? ''} ${JSON.stringify(headers ?? {})} ${text}`;
  });
  const outcome = [
    answer && `${answer.status ?? answer.error} ${(answer.text ?? answer.raw ?? '').slice(0, 300)}`,
    cost && `${cost.ms.toFixed(0)} ms, ${(cost.bytes / 1048576).toFixed(1)} MB`,
    output,
  ];
  return [what, ...shown, ...outcome.filter(Boolean).map((line) => `  → ${line}`)].join('\n');
}
