import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService } from '@nestpress/server';

let service;
let venue;

before(async () => {
  service = await startTestService(new URL('./museum.js', import.meta.url), { VARIANT: 'C' });
  venue = (await send('POST', '/venues', { title: 'East wing', status: 'publish' })).body.id;
});
after(() => service?.close());

async function send(method, path, body) {
  const headers = { authorization: service.authorization, 'content-type': 'application/json' };
  const response = await fetch(service.api + path, { method, headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

async function published(title, meta) {
  const { body } = await send('POST', '/exhibitions', { title, meta: { venue, ...meta } });
  for (const status of ['in_review', 'approved', 'publish']) await send('POST', `/exhibitions/${body.id}`, { status });
  return body.id;
}

test('exhibitions are found by venue, price and date, and venues know theirs', async () => {
  const free = await published('Maps', { is_free: true, starts: '2026-01-01' });
  const dear = await published('Gold', { price: 18, starts: '2025-01-01', ends: '2025-06-30' });
  const idsOf = async (query) => (await send('GET', `/exhibitions?${query}`)).body.map(({ id }) => id);
  assert.deepEqual(await idsOf(`meta[venue]=${venue}&orderby=meta.starts&order=asc`), [dear, free]);
  assert.deepEqual(await idsOf('meta[price][gte]=10'), [dear]);
  assert.deepEqual(await idsOf('meta[is_free]=true'), [free]);
  const { body: wing } = await send('GET', `/venues/${venue}?_embed=exhibitions`);
  assert.deepEqual(wing.exhibitions.toSorted(), [free, dear].toSorted());
  assert.deepEqual(wing._embedded.exhibitions.map(({ title }) => title.rendered).toSorted(), ['Gold', 'Maps']);
  assert.deepEqual(
    wing._embedded.exhibitions.map((one) => one.id),
    wing.exhibitions,
  );
  assert.equal((await send('GET', `/exhibitions/${dear}`)).body.is_open, false);
});

test('nothing is published without a review', async () => {
  const { status, body } = await send('POST', '/exhibitions', { title: 'Hasty', status: 'publish' });
  assert.deepEqual([status, Object.keys(body.data.params)], [400, ['status']]);
});

test('every wrong value is named', async () => {
  const meta = { venue: 999_999, starts: 'soon', program: [{ title: 'Opening', time: '25:00' }, { time: '18:00' }] };
  const { status, body } = await send('POST', '/exhibitions', { title: 'Wrong', meta });
  assert.equal(status, 400);
  assert.deepEqual(Object.keys(body.data.params).toSorted(), ['meta.program[0][time]', 'meta.starts', 'meta.venue']);
});

test('what opens next is a block in contents', async () => {
  await published('Clocks', { starts: '2099-05-01' });
  const content = '<!-- wp:museum/openings {"count":1} /-->';
  const { body } = await send('POST', '/pages', { title: 'Programme', content, status: 'publish' });
  assert.match(body.content.rendered, /<li><a href="[^"]+">Clocks<\/a> 2099-05-01<\/li>/);
});

test('the page of an exhibition is that of its template', async () => {
  const program = [{ title: 'Guided tour', day: '2026-05-02', time: '18:00' }];
  const id = await published('Atlases', { is_free: true, starts: '2026-05-01', ends: '2026-06-30', program });
  const { link } = (await send('GET', `/exhibitions/${id}`)).body;
  const html = await (await fetch(link)).text();
  assert.match(html, /2026-05-01 – 2026-06-30 · <a href="[^"]+">East wing<\/a>/);
  assert.match(html, /<p>Admission is free\.<\/p>/);
  assert.match(html, /<p>2026-05-02 18:00 Guided tour<\/p>/);
});

test('admission becomes free by an action', async () => {
  const id = await published('Coins', { price: 4 });
  const url = `${service.url}/wp-json/nestpress/v1/extensions/museum`;
  const headers = { authorization: service.authorization, 'content-type': 'application/json' };
  await fetch(`${url}/actions/make-free`, { method: 'POST', headers, body: JSON.stringify({ ids: [id] }) });
  assert.equal((await send('GET', `/exhibitions/${id}`)).body.meta.is_free, true);
  const { rows } = await (await fetch(`${url}/panels/venue?entry=${id}`, { headers })).json();
  assert.ok(rows.some(({ value }) => value === 'Clocks'));
});
