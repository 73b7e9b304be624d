#!/usr/bin/env node
// npm run differential [-- name,name --count 2000 --seed 1]: our text functions against those of a live WordPress on random inputs.
// A difference is cut down to the shortest input that shows it. Needs ../shared/reference/wordpress and PHP; says so otherwise.
import '../usage.mjs';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const REFERENCE = join(import.meta.dirname, '../../../shared/reference/wordpress');
if (!existsSync(REFERENCE)) {
  console.log('The reference WordPress (../shared/reference) is missing; nothing was compared.');
  process.exit(0);
}
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
});
const base = `http://127.0.0.1:${process.env.REF_PORT ?? 8061}`;
execFileSync('bash', [REFERENCE, 'up'], { stdio: 'ignore' });
const { functionsFor } = await import('./functions.mjs');

const MOST_PIECES = 12;
const BATCH = 50;
const SHOWN = 5;
let state = Number(values.seed);
const wordpress = startWordPress();
const chosen = positionals.flatMap((names) => names.split(','));
let different = 0;
for (const [name, compared] of Object.entries(functionsFor({ url: base, smilies: true }))) {
  if (chosen.length === 0 || chosen.includes(name)) different += await compare(name, compared);
}
wordpress.end();
process.exit(different === 0 ? 0 : 1);

async function compare(name, [theirName, ours, pieces, comparable = () => true, further = []]) {
  const answers = async (input) => [
    JSON.stringify(await wordpress.call(theirName, input, ...further)),
    JSON.stringify(ours(input)),
  ];
  const differs = async (input) => {
    const [their, own] = await answers(input);
    return their !== own;
  };
  const shortest = new Set();
  let found = 0;
  for (let done = 0; done < Number(values.count); done += BATCH) {
    const inputs = Array.from({ length: BATCH }, () => randomText(pieces)).filter(comparable);
    const verdicts = await Promise.all(inputs.map(differs));
    for (const input of inputs.filter((_, index) => verdicts[index])) {
      found++;
      if (shortest.size < SHOWN) shortest.add(await shorten(input, (text) => comparable(text) && differs(text)));
    }
  }
  console.log(`${name}: ${found} of ${values.count} differ`);
  for (const input of shortest) {
    const [their, own] = await answers(input);
    console.log(`  ${JSON.stringify(input)}\n    WordPress ${their}\n    here      ${own}`);
  }
  return found;
}

function randomText(pieces) {
  return Array.from({ length: 1 + random(MOST_PIECES) }, () => pieces[random(pieces.length)]).join('');
}

/** The same numbers on every run with the same seed. */
function random(below) {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return (state >>> 8) % below;
}

async function shorten(input, differs) {
  let characters = Array.from(input);
  for (let length = characters.length >> 1; length >= 1; length >>= 1) {
    for (let at = 0; at + length <= characters.length;) {
      const rest = [...characters.slice(0, at), ...characters.slice(at + length)];
      if (await differs(rest.join(''))) characters = rest;
      else at++;
    }
  }
  return characters.join('');
}

function startWordPress() {
  const folder = join(process.env.REF_DIR ?? '/tmp/wp-reference', 'site');
  const child = spawn('php', [join(import.meta.dirname, 'functions.php'), folder, base], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = [];
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()(JSON.parse(line)));
  return {
    call: (...request) =>
      new Promise((done) => {
        waiting.push(done);
        child.stdin.write(`${JSON.stringify(request)}\n`);
      }),
    end: () => child.stdin.end(),
  };
}
