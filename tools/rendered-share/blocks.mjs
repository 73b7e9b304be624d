// npm run rendered-share -- blocks: contents of random blocks in WordPress 7.1, and here with and without WordPress behind.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startNode, table, waitFor } from '../../bench/lib.mjs';
import { freePort } from '../free-port.mjs';
import { LEFT_OUT } from './left-out.mjs';
import { randomContents } from './random-blocks.mjs';

const ACCOUNT = 'admin:admnAAAA1111bbbb2222CCCC';
const AT_ONCE = 3;
/** WordPress has delivered all that it renders when so many further readings are equal. */
const EQUAL_READINGS = 3;
const MAX_READINGS = 40;
const PAUSE_MS = 3000;
const NOTES = JSON.stringify([{ id: 'f1', content: 'A <em>note</em>' }]);

/** Prints the shares; `show` differences of each side. Resolves with whether all is equal after leaving out. */
export async function compareBlocks({ reference, seed, count, show, isAlone }) {
  execFileSync('bash', [reference, 'up'], { stdio: 'ignore', env: { ...process.env, REF_RELEASE: '7.1' } });
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  const state = process.env.REF_DIR ?? '/tmp/wp-reference-7.1';
  const wordpress = `http://127.0.0.1:${process.env.REF_PORT ?? 8071}`;
  const data = mkdtempSync(join(tmpdir(), 'nestpress-share-'));
  const made = [];
  try {
    const entries = await store(wordpress, { seed, count, made });
    const theirs = await readAll(wordpress, entries);
    const again = await readAll(wordpress, entries, (id) => `/index.php?rest_route=/wp/v2/posts/${id}&again=1`);
    console.log(`\n${count} contents of random blocks, seed ${seed}: equal to WordPress 7.1`);
    const rows = [['', 'as they are', ...LEFT_OUT.map(([what]) => `without ${what}`)]];
    rows.push(['WordPress, asked again', ...shares(theirs, again)]);
    const different = [];
    const sides = isAlone
      ? [['alone', {}]]
      : [
          ['alone', {}],
          ['with WordPress behind', { WORDPRESS_URL: withAccount(wordpress) }],
        ];
    for (const [name, env] of sides) {
      const ours = await served(wordpress, state, data, env, entries);
      rows.push([name, ...shares(theirs, ours)]);
      different.push(...differences(theirs, ours).map((one) => ({ ...one, name })));
    }
    table(rows);
    for (const { name, id, left, right } of different.slice(0, show))
      showDifference(name, entries.get(id), left, right);
    return different.length === 0;
  } finally {
    for (const path of made) await request(wordpress, `${path}?force=true`, { method: 'DELETE' });
    rmSync(data, { recursive: true, force: true });
  }
}

const withAccount = (url) => url.replace('//', `//${ACCOUNT}@`);

/** Contents by the IDs of their posts. */
async function store(wordpress, { seed, count, made }) {
  const media = await request(wordpress, '/wp/v2/media?media_type=image&per_page=20&orderby=id&order=asc');
  const images = media.map(({ id, source_url: url }) => ({ id, url }));
  const pattern = await request(wordpress, '/wp/v2/blocks', {
    method: 'POST',
    body: {
      title: 'Shared',
      status: 'publish',
      content: '<!-- wp:paragraph -->\n<p>Shared</p>\n<!-- /wp:paragraph -->',
    },
  });
  made.push(`/wp/v2/blocks/${pattern.id}`);
  const found = new Map();
  for (const [at, content] of randomContents(seed, count, { images, pattern: pattern.id }).entries()) {
    const post = await request(wordpress, '/wp/v2/posts', {
      method: 'POST',
      body: {
        title: `Random & "${at}"`,
        // Older than the posts of the reference, which blocks list.
        date: `2019-01-01T${String(at % 24).padStart(2, '0')}:00:00`,
        status: 'publish',
        content,
        categories: at % 2 ? [2, 3] : [],
        tags: at % 3 ? [] : [42, 43],
        featured_media: at % 4 ? images[at % images.length].id : 0,
        meta: { footnotes: at % 2 ? NOTES : '' },
      },
    });
    made.push(`/wp/v2/posts/${post.id}`);
    found.set(post.id, content);
    if (at % 5 === 0)
      for (const text of ['First & "foremost"', 'Second'])
        made.push(
          `/wp/v2/comments/${(await request(wordpress, '/wp/v2/comments', { method: 'POST', body: { post: post.id, content: text } })).id}`,
        );
  }
  // A comment is deleted before its post.
  made.reverse();
  return found;
}

/** The contents as this service renders them; with WordPress behind, when it has delivered what it renders. */
async function served(wordpress, state, data, env, entries) {
  const port = await freePort();
  const own = `http://127.0.0.1:${port}`;
  const server = startNode(['dist/src/main.js'], {
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    VARIANT: 'C',
    DATA_DIR: data,
    SITE_URL: wordpress,
    CACHE_MB: '0',
    DATABASE_URL: `mysql://wp:wp@127.0.0.1:${process.env.REF_DB_PORT ?? 13371}/wp`,
    UPLOADS_DIR: join(state, 'site/wp-content/uploads'),
    ...env,
  });
  try {
    await waitFor(`${own}/readyz`);
    let html = await readAll(own, entries);
    for (let equal = 0, readings = 1; env.WORDPRESS_URL && equal < EQUAL_READINGS; readings++) {
      if (readings === MAX_READINGS) {
        console.log(`After ${MAX_READINGS} readings, contents still change.`);
        break;
      }
      await wait(PAUSE_MS);
      const next = await readAll(own, entries);
      equal = differences(html, next).length === 0 ? equal + 1 : 0;
      html = next;
    }
    return html;
  } finally {
    await server.stop();
  }
}

async function readAll(base, entries, address = (id) => `/wp-json/wp/v2/posts/${id}`) {
  const ids = [...entries.keys()];
  const html = new Map();
  const next = async () => {
    for (let id = ids.pop(); id; id = ids.pop()) {
      const response = await fetch(base + address(id));
      html.set(id, response.ok ? (await response.json()).content.rendered : `${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return html;
}

function shares(theirs, ours) {
  let leaveOut = (html) => html;
  const share = () => {
    const equal = [...theirs].filter(([id, html]) => leaveOut(html) === leaveOut(ours.get(id)));
    return `${((100 * equal.length) / theirs.size).toFixed(1)} %`;
  };
  const found = [share()];
  for (const [, step] of LEFT_OUT) {
    const before = leaveOut;
    leaveOut = (html) => step(before(html));
    found.push(share());
  }
  return found;
}

const withoutAll = (html) => LEFT_OUT.reduce((text, [, step]) => step(text), html);

function differences(theirs, ours) {
  return [...theirs].flatMap(([id, html]) => {
    const [left, right] = [withoutAll(html), withoutAll(ours.get(id))];
    return left === right ? [] : [{ id, left, right }];
  });
}

function showDifference(name, content, left, right) {
  let at = 0;
  while (left[at] === right[at]) at++;
  const part = (text) => JSON.stringify(text.slice(Math.max(0, at - 100), at + 160));
  console.log(`\n${name}: ${content.slice(0, 1500)}\n  WordPress ${part(left)}\n  here      ${part(right)}`);
}

async function request(wordpress, path, { method = 'GET', body } = {}) {
  const response = await fetch(`${wordpress}/wp-json${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Basic ${Buffer.from(ACCOUNT).toString('base64')}` },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
