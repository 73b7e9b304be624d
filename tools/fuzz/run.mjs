import { endpointsOf, largeRequests, randomRequest } from './requests.mjs';
import { ADMIN, FuzzedService } from './service.mjs';
import { verdict } from './verdict.mjs';

/** What a single anonymous request may cost. */
export const BUDGET = { ms: 50, bytes: 20 * 1024 * 1024 };

/** Anonymous requests sent at the same time: few, so that one over the budget shows. A group over the budget is measured one by one. */
const MEASURED_GROUP = 8;
/** The others have no budget and are sent in larger groups. */
const UNMEASURED_GROUP = 32;
/** The site is replaced now and then, since an administrator's requests change it. */
const REQUESTS_PER_SITE = 40_000;
const REPLAYS = 5;

/**
 * Sends requests until `requests` are sent or `seconds` are over.
 * Returns { sent, exits, failures: [{ what, request, answer }] }; failures over the budget have their cost.
 */
export async function fuzz({
  requests,
  seconds = Infinity,
  seed,
  env,
  first = 0,
  report = () => undefined,
  progress = () => undefined,
}) {
  const result = { sent: 0, exits: 0, failures: [] };
  const end = Date.now() + seconds * 1000;
  let service = await FuzzedService.start(env);
  try {
    const groups = groupsOf(await requestSource(service, seed, first, requests), requests);
    let fresh = REQUESTS_PER_SITE;
    for (const group of groups) {
      if (Date.now() > end) break;
      await tryGroup(service, group, result, report);
      result.sent += group.length;
      progress(result);
      if (service.isAlive && result.sent < fresh) continue;
      fresh = result.sent + REQUESTS_PER_SITE;
      await service.stop();
      service = await FuzzedService.start(env);
    }
    return result;
  } finally {
    await service.stop();
  }
}

/** Authenticated requests do more by right; theirs is no budget but the size of what they may send. */
const isMeasured = ({ kind, headers }) => kind !== 'raw' && headers.authorization === undefined;

function* groupsOf(source, requests) {
  const measured = [];
  const unmeasured = [];
  for (let taken = 0; taken < requests; taken++) {
    const request = source.next().value;
    (isMeasured(request) ? measured : unmeasured).push(request);
    if (measured.length === MEASURED_GROUP) yield measured.splice(0);
    if (unmeasured.length === UNMEASURED_GROUP) yield unmeasured.splice(0);
  }
  yield* [measured, unmeasured].filter((group) => group.length > 0);
}

async function requestSource(service, seed, first, requests) {
  const { text } = await service.send({ method: 'GET', target: '/wp-json/', headers: {} });
  const endpoints = endpointsOf(JSON.parse(text));
  const large = largeRequests(endpoints);
  // A short run takes a sample of the systematic requests: half of all it sends.
  const step = Math.max(1, Math.ceil((large.length * 2) / requests));
  return (function* () {
    for (let index = first, at = seed % step; ; index++) {
      if (at < large.length) {
        yield { index, ...large[at]() };
        at += step;
      }
      yield { index, ...randomRequest(endpoints, seed, index, ADMIN) };
    }
  })();
}

async function tryGroup(service, group, result, report) {
  const sendAll = () => Promise.all(group.map((one) => service.send(one)));
  const { result: answers, ...cost } = await service.measure(sendAll);
  if (!service.isAlive) {
    result.exits++;
    found({ what: 'the process ended', request: group, output: service.output.slice(-2000) }, result, report);
    return;
  }
  for (const [place, request] of group.entries()) {
    const what = verdict(request, answers[place]);
    if (what) found({ what, request, answer: answers[place] }, result, report);
  }
  // Collecting garbage and compiling may cost more than the requests: the group is sent once more before each is measured alone.
  if (isMeasured(group[0]) && isOver(cost) && isOver(await service.measure(sendAll)))
    await measureEach(service, group, result, report);
}

async function measureEach(service, group, result, report) {
  for (const request of group) {
    let cost = { ms: Infinity, bytes: Infinity };
    for (let replay = 0; replay < REPLAYS && service.isAlive && isOver(cost); replay++) {
      const { ms, bytes } = await service.measure(() => service.send(request), { collect: true });
      cost = { ms: Math.min(cost.ms, ms), bytes: Math.min(cost.bytes, bytes) };
    }
    if (isOver(cost)) found({ what: 'over the budget', request, cost }, result, report);
  }
}

const isOver = ({ ms, bytes }) => ms > BUDGET.ms || bytes > BUDGET.bytes;

function found(failure, result, report) {
  result.failures.push(failure);
  report(failure);
}

/** A failure in a few lines, with all that is needed to send the request again. */
export function describe({ what, request, answer, cost, output }) {
  const requests = Array.isArray(request) ? request : [request];
  const shown = requests.map(({ index, kind, method, target, headers, body, bytes }) => {
    const content = (body ?? bytes)?.toString('latin1') ?? '';
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
