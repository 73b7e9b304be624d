import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { OWNER, type Pair, startPair } from '../support/wordpress-pair.js';
import { giveApplicationPassword } from '../support/logins.js';
import { withWordPress } from '../support/wordpress.js';
import { basic, clientAt, restRoot, signIn } from '../support/wordpress-client.js';

/** A cookie without a session leaves its nonce without a holder. */
const INVALID_NONCE = { status: 403, body: { code: 'rest_cookie_invalid_nonce' } };
const ME = '/wp/v2/users/me?context=edit';

withWordPress(() => {
  let pair: Pair;
  beforeAll(async () => void (pair = await startPair()));
  afterAll(() => pair?.close());

  test('a browser signed in at WordPress is signed in here, with the nonce WordPress gave it', async () => {
    const { cookie, nonce } = pair.session;
    const browser = clientAt(pair.root, { cookie, 'x-wp-nonce': nonce });
    expect(await browser('GET', ME)).toMatchObject({
      status: 200,
      body: { username: OWNER.login, roles: ['administrator'] },
    });
    expect(await browser('POST', '/wp/v2/posts', { title: 'By cookie' })).toMatchObject({
      status: 201,
      body: { status: 'draft' },
    });
    expect(await clientAt(pair.root, { cookie })('GET', ME)).toMatchObject({ status: 401 });
    expect(await clientAt(pair.root, { cookie, 'x-wp-nonce': 'wrong' })('GET', ME)).toMatchObject({
      status: 403,
      body: { code: 'rest_cookie_invalid_nonce' },
    });
  });

  test('a nonce of ours is good at WordPress', async () => {
    const { cookie } = pair.session;
    const fresh = await fetch(pair.root.replace('/wp-json', '/wp-admin/admin-ajax.php?action=rest-nonce'), {
      headers: { cookie },
    });
    expect(fresh.status).toBe(200);
    const browser = clientAt(restRoot(pair.wordpress), { cookie, 'x-wp-nonce': await fresh.text() });
    expect(await browser('GET', ME)).toMatchObject({ status: 200, body: { username: OWNER.login } });
  });

  test('who signs out there is signed out here', async () => {
    const { cookie, nonce } = await signIn(pair.wordpress, OWNER.login, OWNER.password);
    const browser = clientAt(pair.root, { cookie, 'x-wp-nonce': nonce });
    expect(await browser('GET', ME)).toMatchObject({ status: 200 });
    const page = await (
      await fetch(`${pair.wordpress.url}/wp-login.php?action=logout`, { headers: { cookie } })
    ).text();
    const [, confirmed] = /action=logout&amp;[^"]*_wpnonce=(\w+)/.exec(page)!;
    await fetch(`${pair.wordpress.url}/wp-login.php?action=logout&_wpnonce=${confirmed}`, {
      headers: { cookie },
      redirect: 'manual',
    });
    expect(await browser('GET', ME)).toMatchObject(INVALID_NONCE);
  });

  test('application passwords of either are good at both, also the account password here', async () => {
    for (const client of [pair.theirs, pair.ours])
      expect(await client('GET', ME)).toMatchObject({ status: 200, body: { username: OWNER.login } });
    expect(await clientAt(pair.root, basic(OWNER.login, OWNER.password))('GET', ME)).toMatchObject({ status: 200 });
    const other = await pair.ours<{ id: number }>('POST', '/wp/v2/users', {
      username: 'second',
      email: 'second@site.test',
      password: 'second word',
      roles: ['editor'],
    });
    expect(other).toMatchObject({ status: 201 });
    const password = await giveApplicationPassword(pair.service, other.body.id);
    for (const root of [pair.root, restRoot(pair.wordpress)]) {
      expect(await clientAt(root, basic('second', password))('GET', ME)).toMatchObject({
        status: 200,
        body: { username: 'second' },
      });
      expect(await clientAt(root, basic('second', 'wrong word'))('GET', ME)).toMatchObject({ status: 401 });
    }
    await expect(signIn(pair.wordpress, 'second', 'second word')).resolves.toHaveProperty('nonce');
  });

  test('an application password taken back there is refused here', async () => {
    const made = await pair.theirs<{ uuid: string; password: string }>(
      'POST',
      '/wp/v2/users/me/application-passwords',
      { name: 'Short-lived' },
    );
    const client = clientAt(pair.root, basic(OWNER.login, made.body.password));
    expect(await client('GET', ME)).toMatchObject({ status: 200 });
    await pair.theirs('DELETE', `/wp/v2/users/me/application-passwords/${made.body.uuid}`);
    expect(await client('GET', ME)).toMatchObject({ status: 401 });
  });

  test('a password changed here counts there and ends the sessions of before', async () => {
    const user = await pair.theirs<{ id: number }>('POST', '/wp/v2/users', {
      username: 'third',
      email: 'third@site.test',
      password: 'first word',
      roles: ['author'],
    });
    const before = await signIn(pair.wordpress, 'third', 'first word');
    expect(await pair.ours('POST', `/wp/v2/users/${user.body.id}`, { password: 'next word' })).toMatchObject({
      status: 200,
    });
    const browser = (root: string) => clientAt(root, { cookie: before.cookie, 'x-wp-nonce': before.nonce });
    for (const root of [pair.root, restRoot(pair.wordpress)])
      expect(await browser(root)('GET', ME)).toMatchObject(INVALID_NONCE);
    await expect(signIn(pair.wordpress, 'third', 'next word')).resolves.toHaveProperty('nonce');
  });
});
