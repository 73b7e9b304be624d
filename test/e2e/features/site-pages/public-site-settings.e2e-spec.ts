import { expect, test } from '@jest/globals';
import request from 'supertest';
import { eachEngine } from '../../../support/app.js';
import { signIn } from '../../../support/console.js';
import { SITE, withPagesSite } from '../../../support/pages-site.js';

eachEngine((engine) => {
  const { service, admin, own, get, create, upload, setOption } = withPagesSite(engine);

  test('the settings of the public site change its look, its front page and the addresses of posts', async () => {
    const { body: before } = await own.get('/public-site').expect(200);
    expect(before).toMatchObject({ colour: 'blue', font: 'mixed', front_page: 0, posts_page: 0, logo: 0, icon: 0 });
    await get('/wp-json/nestpress/v1/public-site').expect(401);
    const page = await create('pages', { title: 'Welcome', status: 'publish' });
    const draft = await create('pages', { title: 'Later' });
    const post = await create('posts', { title: 'By the sea', status: 'publish' });
    try {
      const changes = { colour: 'teal', font: 'serif', front_page: page.id, permalinks: '/read/%postname%/' };
      await own.post('/public-site', changes).expect(200, { ...before, ...changes });
      const front = await get('/').expect(200);
      expect(front.text).toContain('Welcome');
      expect(front.text).toContain('data-colour="teal"');
      await get('/read/by-the-sea/').expect(200);
      await get(post.link).expect(301).expect('Location', `${SITE}/read/by-the-sea/`);
      for (const wrong of [
        { colour: 'mud' },
        { front_page: draft.id },
        { posts_page: page.id },
        { permalinks: '/%year%/' },
        { permalinks: '/%postname%/%secret%/' },
        { permalinks: '%postname%' },
        { logo: page.id },
      ]) {
        const { body } = await own.post('/public-site', wrong).expect(400);
        expect(Object.keys(body.data.params)).toEqual(Object.keys(wrong));
      }
    } finally {
      await own.post('/public-site', before).expect(200, before);
    }
    await get(post.link).expect(200);
  });

  test('own colours must be readable; layout, header and footer are those of the settings, and a preview shows them unsaved', async () => {
    const { body: before } = await own.get('/public-site').expect(200);
    for (const [wrong, member] of [
      [{ accent: '#ffcc00' }, 'accent'],
      [{ accent: 'teal' }, 'accent'],
      [{ background: '#333333' }, 'background'],
      [{ text: '#eeeeee', background: '#ffffff' }, 'text'],
      [{ layout: 'rows' }, 'layout'],
      [{ social: 'https://a.test\njavascript:alert(1)' }, 'social'],
      [{ footer_image: 999_999 }, 'footer_image'],
    ] as const) {
      const { body } = await own.post('/public-site', wrong).expect(400);
      expect(Object.keys(body.data.params)).toEqual([member]);
    }
    const { text: plain } = await get('/').expect(200);
    expect(plain).toContain('class="lead"');
    const look = { accent: '#8a1c4a', background: '#fff8f0', layout: 'list', cards: 'framed', header: 'centred' };
    const footer = {
      footer_text: 'Harbour Street 1\n<b>Port</b>',
      social: 'https://www.github.com/a\nhttps://my.test/me',
    };
    const unsaved = `/?site_preview=${encodeURIComponent(JSON.stringify({ ...look, ...footer, blogname: 'Taken' }))}`;
    // Only those who may change the settings see what is not saved.
    expect((await get(unsaved).expect(200)).text).not.toContain('data-layout="list"');
    const { cookie } = await signIn(service);
    const { text: preview, headers } = await get(unsaved).set('Cookie', cookie).expect(200);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(preview).not.toContain('Taken');
    for (const broken of ['{', '[1]', '{"layout":{}}'])
      await get(`/?site_preview=${encodeURIComponent(broken)}`)
        .set('Cookie', cookie)
        .expect(200);
    expect((await get('/').expect(200)).text).toBe(plain);
    try {
      await own.post('/public-site', { ...look, ...footer }).expect(200, { ...before, ...look, ...footer });
      const { text } = await get('/').expect(200);
      expect(preview).toBe(text);
      for (const attribute of ['data-layout="list"', 'data-cards="framed"', 'data-header="centred"'])
        expect(text).toContain(attribute);
      expect(text).toContain('--accent:#8a1c4a;--on-accent:#fff');
      expect(text).not.toContain('class="lead"');
      expect(text).toContain('<p dir="auto">&lt;b&gt;Port&lt;/b&gt;</p>');
      expect(text).toContain('<a rel="me" href="https://www.github.com/a">GitHub</a>');
      expect(text).toContain('>my.test</a>');
    } finally {
      await own.post('/public-site', before).expect(200, before);
    }
    expect((await get('/').expect(200)).text).toBe(plain);
  });

  test('an author has the picture of the profile on the own page and next to the name', async () => {
    const portrait = await upload('portrait', 400, 400);
    const { body: me } = await admin.get('/users/me').expect(200);
    const post = await create('posts', { title: 'With a face', status: 'publish' });
    const path = `/users/${me.id}/picture`;
    const send = (id: number) => own.post(path, { picture: id });
    const pages = async () => [(await get(post.link).expect(200)).text, (await get(me.link).expect(200)).text];
    for (const text of await pages()) expect(text).not.toContain('<img class="initial"');
    await send(post.id).expect(400);
    await get(`/wp-json/nestpress/v1${path}`).expect(401);
    await send(portrait.id).expect(200, { picture: portrait.id });
    // The small size, not the original.
    for (const text of await pages())
      expect(text).toMatch(/<img\s+class="initial"\s+src="[^"]+portrait-150x150\.png"\s+alt=""/);
    await send(0).expect(200);
    for (const text of await pages()) expect(text).not.toContain('portrait-150x150');
  });

  test('/favicon.ico leads to the icon of the site, and is empty without one', async () => {
    await get('/favicon.ico').expect(204).expect('Cache-Control', 'public, max-age=600');
    await request(service.server).head('/favicon.ico').expect(204);
    const icon = await upload('icon', 2, 2);
    await setOption('site_icon', icon.id);
    await get('/favicon.ico').expect(302).expect('Location', icon.source_url);
    await setOption('site_icon', 0);
  });
});
