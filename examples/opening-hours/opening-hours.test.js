import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ContentService, startTestService } from '@nestpress/server';

let service;

before(async () => {
  service = await startTestService(new URL('./opening-hours.js', import.meta.url));
});
after(() => service?.close());

test('pages have opening hours', async () => {
  const pages = service.app.get(ContentService).asSystem().of('page');
  const values = { title: 'Shop', status: 'publish', meta: { opening_hours: { mo: '9–12' } } };
  const { id } = await pages.create(values);
  const page = await (await fetch(`${service.api}/pages/${id}`)).json();
  assert.deepEqual(page.meta.opening_hours, { mo: '9–12' });
});

test('the console shows the extension to those who edit pages, and serves its script', async () => {
  const console = new URL('/console/', service.api);
  const session = async (cookie = '') => (await fetch(new URL('session', console), { headers: { cookie } })).json();
  assert.deepEqual((await session()).extensions, []);
  const signedIn = await fetch(new URL('login', console), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(service.administrator),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const [extension] = (await session(cookie)).extensions;
  assert.equal(extension.page, 'Opening hours');
  const script = await fetch(new URL(extension.script, console));
  assert.match(script.headers.get('content-type'), /^text\/javascript/);
  assert.match(await script.text(), /export default/);
});
