#!/usr/bin/env node
// node bench/graphql.mjs: processor time of the compiled service for posts with author, categories, tags, comments and featured
// image, with 10 and 100 nodes, executed and from the response cache; and what GRAPHQL=on adds to a start.
import '../tools/usage.mjs';
import { readFileSync } from 'node:fs';
import { ADMIN, FuzzedService } from '../tools/fuzz/service.mjs';

const STARTS = 5;
const POSTS = 120;
const WARM = 150;
const RUNS = 200;

const QUERY = (first) => `{ posts(first: ${first}) { nodes {
  id title uri date excerpt author { node { name slug } } categories { nodes { name uri } } tags { nodes { name } }
  featuredImage { node { sourceUrl altText } } comments { nodes { content } }
} } }`;

const json = (body, more = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...more },
  body: Buffer.from(JSON.stringify(body)),
});
const rest = (service, path, body) =>
  service.send({ ...json(body, { authorization: ADMIN }), target: `/wp-json/wp/v2${path}` });
const ask = (service, query) => service.send({ ...json({ query }), target: '/graphql' });
const get = (service, query) =>
  service.send({ method: 'GET', target: `/graphql?query=${encodeURIComponent(query)}`, headers: {} });
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const env = { VARIANT: 'C', CONSOLE: 'off', SITE_PAGES: 'off' };
console.log(`Node ${process.version}`);

/** Of a start: processor time until it is ready, and memory afterwards. */
async function start(graphql) {
  const service = await FuzzedService.start({ ...env, GRAPHQL: graphql });
  const { pid } = service.child;
  const [cpu] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13).map(Number);
  const memory = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
  await service.stop();
  return { cpu: cpu * 10, memory };
}

const off = [];
const on = [];
for (let run = 0; run < STARTS; run++) {
  off.push(await start('off'));
  on.push(await start('on'));
}
for (const [name, starts] of [
  ['GRAPHQL=off', off],
  ['GRAPHQL=on', on],
])
  console.log(
    `start, ${name}: ${median(starts.map(({ cpu }) => cpu))} ms of processor time, ${median(starts.map(({ memory }) => memory)).toFixed(1)} MB`,
  );

const service = await FuzzedService.start({ ...env, GRAPHQL: 'on' });
try {
  for (let number = 0; number < 5; number++) await rest(service, '/tags', { name: `Tag ${number}` });
  const { text } = await service.send({ method: 'GET', target: '/wp-json/wp/v2/tags', headers: {} });
  const tags = JSON.parse(text).map(({ id }) => id);
  for (let number = 0; number < POSTS; number++)
    await rest(service, '/posts', {
      title: `Post ${number}`,
      content: `<!-- wp:paragraph --><p>${'A sentence of a post. '.repeat(40)}</p><!-- /wp:paragraph -->`,
      status: 'publish',
      tags: [tags[number % tags.length]],
    });
  for (const first of [10, 100]) {
    const query = QUERY(first);
    const repeat = async (times, send) => {
      for (let run = 0; run < times; run++) {
        const { status, text: answer } = await send();
        if (status !== 200 || answer.includes('"errors"')) throw new Error(answer.slice(0, 300));
      }
    };
    await repeat(WARM, () => ask(service, query));
    const executed = await service.measure(() => repeat(RUNS, () => ask(service, query)));
    await repeat(WARM, () => get(service, query));
    const cached = await service.measure(() => repeat(RUNS * 5, () => get(service, query)));
    console.log(
      `${first} posts: ${(executed.ms / RUNS).toFixed(2)} ms executed, ${(cached.ms / RUNS / 5).toFixed(3)} ms from the response cache`,
    );
  }
} finally {
  await service.stop();
}
