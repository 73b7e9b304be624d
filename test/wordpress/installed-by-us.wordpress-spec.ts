import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ADMIN, type TestApp } from '../support/app.js';
import { startServiceOn } from '../support/wordpress-pair.js';
import { createMysqlDatabase } from '../support/databases.js';
import { withWordPress, freeAddress, startWordPress, type WordPress } from '../support/wordpress.js';
import { basic, clientAt, restRoot, type Session, signIn } from '../support/wordpress-client.js';

interface Entry {
  id: number;
  slug: string;
  title: { rendered: string };
}

withWordPress(() => {
  let drop: () => Promise<void>;
  let service: TestApp;
  let root: string;
  let wordpress: WordPress;
  let session: Session;

  beforeAll(async () => {
    const place = await createMysqlDatabase();
    ({ drop } = place);
    const address = await freeAddress();
    wordpress = await startWordPress(place.url, address);
    ({ service, root } = await startServiceOn(place.url, wordpress));
  });
  afterAll(async () => {
    await service?.close();
    await wordpress?.stop();
    await drop?.();
  });

  const page = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(wordpress.url + path, { headers, redirect: 'manual' });
    return { status: response.status, location: response.headers.get('location'), text: await response.text() };
  };

  test('WordPress finds itself installed and brings our schema up to its release', async () => {
    expect((await page('/wp-admin/install.php')).text).toContain('lready installed');
    expect(await page('/wp-admin/upgrade.php')).toMatchObject({ status: 200, text: expect.stringContaining('step=1') });
    const done = await page('/wp-admin/upgrade.php?step=1');
    expect(done).toMatchObject({ status: 200 });
    expect(done.text).not.toMatch(/WordPress database error|Fatal error|Warning:/);
    // Done means that it is not asked for again.
    expect((await page('/wp-admin/upgrade.php')).text).not.toContain('step=1');
  });

  test('our administrator signs in there and sees the screens of an administrator', async () => {
    session = await signIn(wordpress, ADMIN.user, ADMIN.password);
    for (const screen of ['index', 'edit', 'edit-comments', 'users', 'upload', 'profile', 'options-permalink']) {
      const { status, text } = await page(`/wp-admin/${screen}.php`, { cookie: session.cookie });
      expect([screen, status]).toEqual([screen, 200]);
      expect(text).toContain('</html>');
      expect([screen, /(?:WordPress database error|Fatal error|<b>Warning<)[^]{0,300}/.exec(text)?.[0]]).toEqual([
        screen,
        undefined,
      ]);
    }
  });

  test('its front page and REST API show what the service wrote, and the service keeps working', async () => {
    const ours = clientAt(root, basic(ADMIN.user, ADMIN.password));
    const theirs = clientAt(restRoot(wordpress), { cookie: session.cookie, 'x-wp-nonce': session.nonce });
    for (const path of [
      '/wp/v2/posts',
      '/wp/v2/pages',
      '/wp/v2/comments',
      '/wp/v2/categories',
      '/wp/v2/tags',
      '/wp/v2/users',
    ]) {
      const [here, there] = [
        await ours<Entry[]>('GET', `${path}?per_page=100`),
        await theirs<Entry[]>('GET', `${path}?per_page=100`),
      ];
      expect([path, there.status, there.body.map(({ id }) => id)]).toEqual([path, 200, here.body.map(({ id }) => id)]);
      expect(here.body.length).toBeGreaterThan(0);
    }
    const [newest] = (await ours<Entry[]>('GET', '/wp/v2/posts?per_page=1')).body;
    const { status, text } = await page('/');
    expect(status).toBe(200);
    expect(text).toContain(`<h2>${newest!.title.rendered}</h2>`);
    expect(await theirs('POST', `/wp/v2/posts/${newest!.id}`, { title: 'Edited there' })).toMatchObject({
      status: 200,
    });
    expect(await ours('GET', `/wp/v2/posts/${newest!.id}`)).toMatchObject({
      status: 200,
      body: { title: { rendered: 'Edited there' } },
    });
    expect(await ours('POST', '/wp/v2/posts', { title: 'Written after', status: 'publish' })).toMatchObject({
      status: 201,
    });
  });
});
