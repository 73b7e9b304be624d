#!/usr/bin/env node
// Writes the pictures of docs/console-tour.md: starts the compiled service on an empty folder, fills it through the REST API and photographs
// the console and pages of the site in Chromium. Run `npm run build` first. A folder as argument is written to instead, and locales behind
// it (`ar`) limit the pictures to those in these languages.
import './usage.mjs';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { freePort } from './free-port.mjs';

const ROOT = join(import.meta.dirname, '..');
const TARGET = process.argv[2] ?? join(ROOT, 'docs/images/console');
const ONLY_LANGUAGES = process.argv.slice(3);
const PASSWORD = 'correct horse battery';
const WIDTHS = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 760 } };

/** Pages that are photographed at each size in each theme. */
const EVERYWHERE = [
  'setup',
  'sign-in',
  'site',
  'front',
  // Not part of the documentation: written to other folders, to be looked at.
  ...(process.argv[2] ? ['archive', 'search', 'missing'] : []),
  'home',
  'posts',
  'editor',
  'media',
  'comments',
  'inbox',
  'popups',
  'revisions',
];
const VARIANTS = [
  ['desktop', 'light', [...EVERYWHERE, 'health', 'boat', 'appearance', 'transfer', 'redirects']],
  ['desktop', 'dark', EVERYWHERE],
  ['phone', 'light', EVERYWHERE],
  ['phone', 'dark', EVERYWHERE],
];

/** Languages in which a few pages are photographed, and those pages. */
const LANGUAGES = ONLY_LANGUAGES.length > 0 ? ONLY_LANGUAGES : ['de_DE', 'fr_FR', 'ar', 'ja'];
const IN_LANGUAGES = {
  ...{ home: '', editor: 'posts', transfer: 'transfer', front: 'front' },
  ...{ redirects: 'redirects', appearance: 'appearance' },
};
/** Looked at in other folders only. */
const MORE_IN_LANGUAGES = {
  ...{ media: 'media', comments: 'comments', users: 'users', profile: 'profile', settings: 'settings', menus: 'menus' },
  ...{
    inbox: 'inbox',
    popups: 'popups',
    health: 'health',
    cache: 'cache',
    revisions: 'revisions',
    posts: 'posts',
    site: 'site',
    'comment-rules': 'comments/rules',
    forms: 'forms',
    webhooks: 'webhooks',
    agents: 'agents',
    'audit-log': 'audit-log',
    categories: 'terms/categories',
  },
};

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const data = mkdtempSync(join(tmpdir(), 'nestpress-screenshots-'));
const contentTypes = join(data, 'content-types.json');
writeFileSync(
  contentTypes,
  JSON.stringify({
    types: [
      {
        name: 'boat',
        label: 'Boats',
        labels: { singular_name: 'Boat' },
        restBase: 'boats',
        supports: ['title', 'editor', 'thumbnail', 'revisions', 'custom-fields'],
        meta: {
          length: { type: 'number', description: 'In metres.' },
          built: { type: 'integer', minimum: 1800 },
          rig: { type: 'string', enum: ['sloop', 'ketch', 'cutter'] },
          for_hire: { type: 'boolean', description: 'Can be hired' },
        },
      },
    ],
    taxonomies: [
      { name: 'yard', label: 'Shipyards', labels: { singular_name: 'Shipyard' }, restBase: 'yards', types: ['boat'] },
    ],
  }),
);
const service = spawn(process.execPath, [join(ROOT, 'dist/src/main.js')], {
  env: {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: data,
    SITE_URL: url,
    ADMIN_PASSWORD: PASSWORD,
    RATE_LIMIT: 'off',
    FETCH_EMBEDS: 'off',
    SMTP_URL: 'log:',
    LOG_LEVEL: 'error',
    CONSOLE: 'on',
    SITE_PAGES: 'on',
    CONTENT_TYPES: contentTypes,
  },
  stdio: 'inherit',
});

try {
  await untilReady();
  const ids = await fill();
  mkdirSync(TARGET, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    chromiumSandbox: false,
  });
  for (const [size, theme, names] of ONLY_LANGUAGES.length > 0 ? [] : VARIANTS)
    await photograph(browser, { size, theme, names }, ids);
  for (const language of LANGUAGES) await photographLanguage(browser, language, ids);
  await browser.close();
} finally {
  service.kill();
  await new Promise((done) => service.once('close', done));
  rmSync(data, { recursive: true, force: true });
}

async function untilReady() {
  for (;;) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (service.exitCode !== null) throw new Error('The service ended.');
    await new Promise((done) => setTimeout(done, 200));
  }
}

async function api(method, path, body, headers = { 'Content-Type': 'application/json' }) {
  const authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;
  const response = await fetch(`${url}/wp-json/${path}`, {
    method,
    headers: { ...headers, Authorization: authorization },
    body: Buffer.isBuffer(body) ? body : body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** A landscape of soft bands, different for each number. */
function landscape(index) {
  const hue = (index * 47) % 360;
  const bands = [0, 1, 2, 3].map(
    (band) =>
      `<path d="M0 ${360 + band * 110} Q 300 ${300 + band * 110 + ((index * 37 + band * 61) % 90)} 600 ${370 + band * 110} T 1200 ${340 + band * 110} V800 H0 Z" fill="hsl(${hue + band * 12} 45% ${62 - band * 12}%)"/>`,
  );
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="hsl(${hue + 30} 70% 86%)"/><circle cx="${250 + ((index * 173) % 700)}" cy="210" r="70" fill="hsl(45 95% 78%)"/>${bands.join('')}</svg>`,
    ),
  )
    .jpeg({ quality: 82 })
    .toBuffer();
}

async function fill() {
  await api('POST', 'wp/v2/settings', { title: 'Harbour Notes', timezone: 'Europe/Berlin' });
  await api('POST', 'wp/v2/users/me', {
    name: 'Mara Lind',
    description: 'Writes about boats, tides and the people of the bay.',
  });
  // The sample post would be at the top of the front page.
  for (const { id } of await api('GET', 'wp/v2/posts?sticky=true')) await api('DELETE', `wp/v2/posts/${id}`);
  const category = async (name, parent) => (await api('POST', 'wp/v2/categories', { name, parent })).id;
  const harbour = await category('Harbour');
  const boats = await category('Boats');
  const categories = [harbour, boats, await category('Sailing boats', boats)];
  const tag = (await api('POST', 'wp/v2/tags', { name: 'spring' })).id;
  const media = [];
  for (let index = 0; index < 14; index++) {
    const headers = {
      'Content-Type': 'image/jpeg',
      'Content-Disposition': `attachment; filename="harbour-${index}.jpg"`,
    };
    media.push((await api('POST', 'wp/v2/media', await landscape(index), headers)).id);
  }
  const titles = [
    ['A morning at the old harbour', 'publish'],
    ['Reading the tide tables', 'publish'],
    ['How to tie a bowline', 'draft'],
    ['The last ferry of the season', 'publish'],
    ['Notes from the lighthouse', 'pending'],
    ['Winter storage for small boats', 'future'],
  ];
  const content =
    'The quay was quiet when we arrived, and the water lay flat under a thin mist.\n\nA man in a blue coat was mending a net. <em>Nothing hurries the tide</em>, he said.\n\n<!--more-->\n\n<blockquote>Bring rope, bread and patience.</blockquote>';
  const tables = [
    '<p>The table on the wall of the harbour office is two minutes late, as it has always been. Here is how to read it anyway.</p>',
    '<h2>Start with the moon</h2>',
    '<p>Spring tides follow the full and the new moon by a day or two. <a href="/about/">Neap tides</a> lie between them.</p>',
    '<table><thead><tr><th>Day</th><th>High water</th><th>Low water</th></tr></thead><tbody><tr><td>Monday</td><td>04:10</td><td>10:25</td></tr><tr><td>Tuesday</td><td>04:58</td><td>11:12</td></tr></tbody></table>',
    '<h2>Then look at the wind</h2>',
    '<ul><li>Onshore wind holds the water in the bay.</li><li>Offshore wind lets it go early.</li></ul>',
    `[gallery ids="${media.slice(6, 9).join(',')}" size="medium"]`,
    '<blockquote><p>Nothing hurries the tide.</p></blockquote>',
  ].join('\n\n');
  const posts = [];
  for (const [index, [title, status]] of titles.entries()) {
    const date = status === 'future' ? { date: '2031-03-01T09:00:00' } : {};
    const fields = { categories: [categories[index % 3]], tags: [tag], featured_media: media[index] };
    const text = index === 1 ? tables : content;
    posts.push((await api('POST', 'wp/v2/posts', { title, status, content: text, ...fields, ...date })).id);
  }
  for (const words of ['was nearly empty', 'was still asleep']) {
    await api('POST', `wp/v2/posts/${posts[0]}`, { content: content.replace('was quiet', words) });
  }
  const comments = [
    ['Mara Lind', 'I was there in April. The mist lifted at nine and the whole bay turned silver.'],
    ['Jonas Weber', 'Which ferry did you take? The summer timetable is out of date.'],
    ['Cheap Watches', 'Best prices, click here!'],
  ];
  for (const [name, text] of comments) {
    const email = `${name.toLowerCase().replace(' ', '.')}@example.org`;
    await api('POST', 'wp/v2/comments', {
      post: posts[0],
      author_name: name,
      author_email: email,
      content: text,
      status: 'hold',
    });
  }
  await api('POST', 'wp/v2/comments', {
    post: posts[1],
    author_name: 'Mara Lind',
    author_email: 'mara.lind@example.org',
    content: 'The table in the harbour office is two minutes late, as it has always been.',
    status: 'approve',
  });
  const form = await api('POST', 'forms/v1/contact-forms', { context: 'save', title: 'Contact' });
  for (const [name, text] of comments) {
    const body = new FormData();
    const email = `${name.toLowerCase().replace(' ', '.')}@example.org`;
    for (const [field, value] of Object.entries({
      'your-name': name,
      'your-email': email,
      'your-subject': 'Question',
      'your-message': text,
      _wpcf7: form.id,
      _wpcf7_unit_tag: `wpcf7-f${form.id}-o1`,
    })) {
      body.append(field, String(value));
    }
    await fetch(`${url}/wp-json/forms/v1/contact-forms/${form.id}/feedback`, {
      method: 'POST',
      body,
      headers: { 'User-Agent': 'Mozilla/5.0' },
    });
  }
  const popup = await api('POST', 'nestpress/v1/popups', {
    title: 'Spring sale',
    content: '<p>Sale</p>',
    status: 'publish',
  });
  countPopupEvents(popup.id);
  const boat = await api('POST', 'wp/v2/boats', {
    title: 'Seagull',
    content: 'A small sloop that has seen every harbour of the bay.',
    status: 'publish',
    featured_media: media[3],
    meta: { length: 7.4, built: 1964, rig: 'sloop', for_hire: true },
  });
  const { link } = await api('GET', `wp/v2/posts/${posts[1]}`);
  return { post: posts[0], boat: boat.id, link };
}

/** Opens and conversions of the last month, which no request can count for other days than today. */
function countPopupEvents(popup) {
  const database = new DatabaseSync(join(data, 'nestpress.sqlite'));
  database.exec('PRAGMA busy_timeout = 10000');
  const insert = database.prepare(
    'INSERT INTO wp_nestpress_popup_days (popup_id, day, event, counted) VALUES (?, ?, ?, ?)',
  );
  for (let ago = 0; ago < 30; ago++) {
    const day = new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const opened = Math.round(90 + 45 * Math.sin(ago / 3) + (ago % 7 < 2 ? 40 : 0) - ago);
    insert.run(popup, day, 'open', opened);
    insert.run(popup, day, 'conversion', Math.round(opened * (0.14 + 0.06 * Math.cos(ago / 5))));
  }
  database.close();
}

/** In the page: whether the images in sight are loaded. A function, since pages do not allow scripts in strings. */
function isComplete() {
  const { document, innerHeight } = globalThis;
  return [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight);
}

async function photograph(browser, { size, theme, names }, { post, boat, link }) {
  const context = await browser.newContext({ viewport: WIDTHS[size], colorScheme: theme });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const isRequested = (name) => names.includes(name);
  const shoot = async (name) => {
    if (!isRequested(name)) return;
    await page.locator('.loading').first().waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(isComplete);
    const picture = await page.screenshot();
    await sharp(picture)
      .png({ palette: true, colours: 128, compressionLevel: 9 })
      .toFile(join(TARGET, `${name}-${size}-${theme}.png`));
  };
  // The site has its owner already, whom a set-up page would ask for a name and a password.
  const session = '**/console/session';
  await page.route(session, async (route) => {
    const response = await route.fetch();
    const languages = ['en_US', 'de_DE', 'fr_FR', 'es_ES', 'ar', 'ja'];
    const name = (locale) =>
      new Intl.DisplayNames(locale.replace('_', '-'), { type: 'language' }).of(locale.replace('_', '-'));
    const awaited = {
      ...{ setup_required: true, setup_kinds: ['blocks', 'classic'] },
      setup_languages: languages.map((locale) => ({ locale, name: name(locale) })),
    };
    await route.fulfill({ response, json: { ...(await response.json()), ...awaited } });
  });
  await page.goto(`${url}/console/setup?token=shown-by-the-service`);
  await page.getByLabel('Site title').fill('Harbour Notes');
  await page.getByLabel('Username').fill('mara');
  await page.getByLabel('Email address').fill('mara@example.org');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  // The page is longer than a small screen, and the last field was scrolled into view.
  await page.evaluate(() => globalThis.scrollTo(0, 0));
  await shoot('setup');
  await page.unroute(session);
  const sitePages = {
    site: link,
    front: `${url}/`,
    archive: `${url}/category/boats/`,
    search: `${url}/?s=tide`,
    missing: `${url}/nothing-here/`,
  };
  for (const [name, address] of Object.entries(sitePages).filter(([key]) => isRequested(key))) {
    await page.goto(address);
    await shoot(name);
  }
  await page.goto(`${url}/console/`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await shoot('sign-in');
  await page.getByLabel('Username or email address').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Welcome' }).waitFor();
  const pages = {
    home: '',
    posts: 'posts',
    editor: `posts/${post}`,
    revisions: `posts/${post}/revisions`,
    media: 'media',
    comments: 'comments',
    inbox: 'inbox',
    popups: 'popups',
    health: 'health',
    boat: `content/boats/${boat}`,
    appearance: 'appearance',
    transfer: 'transfer',
    redirects: 'redirects',
  };
  for (const [name, path] of Object.entries(pages).filter(([key]) => isRequested(key))) {
    await page.goto(`${url}/console/${path}`);
    await page.locator('main h1, main .title-input').first().waitFor();
    if (name === 'editor' || name === 'boat') await page.locator('.visual[data-ready=true] .tox-edit-area').waitFor();
    if (name === 'revisions') await page.locator('.diff').first().waitFor();
    if (name === 'home') await page.locator('.first-steps').waitFor();
    if (name === 'media') await page.locator('.media-tile').nth(13).waitFor();
    await shoot(name);
  }
  await context.close();
}

/** The site and its console in another language. */
async function photographLanguage(browser, language, { post, link }) {
  if (language !== 'en_US') await api('POST', 'nestpress/v1/languages', { locale: language });
  await api('POST', 'wp/v2/settings', { language });
  const sizes = process.argv[2] ? Object.keys(WIDTHS) : ['desktop'];
  const pages = { ...IN_LANGUAGES, ...(process.argv[2] && MORE_IN_LANGUAGES) };
  for (const size of sizes) {
    const context = await browser.newContext({ viewport: WIDTHS[size] });
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    await page.goto(`${url}/console/`);
    await page.locator('form input').first().fill('admin');
    await page.locator('input[type=password]').fill(PASSWORD);
    await page.locator('button[type=submit]').click();
    await page.locator('.first-steps').waitFor();
    for (const [name, path] of Object.entries(pages)) {
      const addresses = {
        ...{ site: link, front: `${url}/`, editor: `${url}/console/posts/${post}` },
        revisions: `${url}/console/posts/${post}/revisions`,
      };
      await page.goto(addresses[name] ?? `${url}/console/${path}`);
      await page.locator('main h1, main .title-input').first().waitFor();
      if (name === 'editor') await page.locator('.visual[data-ready=true] .tox-edit-area').waitFor();
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      await page.waitForLoadState('networkidle');
      await page.waitForFunction(isComplete);
      await sharp(await page.screenshot())
        .png({ palette: true, colours: 128, compressionLevel: 9 })
        .toFile(join(TARGET, `${name}-${language.slice(0, 2)}${sizes.length > 1 ? `-${size}` : ''}.png`));
    }
    await context.close();
  }
}
