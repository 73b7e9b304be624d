import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { ADMIN, anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { picture } from '../../../support/files.js';

anyEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C' }, engine);
  });
  afterAll(() => service.close());

  /** The HTML of a widget, which has no markup around it in a sidebar that no theme registers. */
  const html = async (id_base: string, raw: object = {}): Promise<string> =>
    (await admin.post('/widgets', { id_base, sidebar: 'side', instance: { raw } }).expect(201)).body.rendered;
  const create = async (path: string, values: object): Promise<{ id: number; link: string }> =>
    (await admin.post(path, { status: 'publish', ...values }).expect(201)).body;
  const upload = async (name: string) => {
    const { body } = await request(service.server)
      .post('/wp-json/wp/v2/media')
      .auth(ADMIN.user, ADMIN.password)
      .attach('file', await picture(800, 600), name)
      .expect(201);
    return body as { id: number; link: string; source_url: string };
  };

  test('pages are a tree in the order of the widget', async () => {
    const top = await create('/pages', { title: 'Top "one"', menu_order: 9 });
    const below = await create('/pages', { title: 'Below', parent: top.id });
    const low = await create('/pages', { title: '', parent: below.id });
    expect(await html('pages', { title: 'All' })).toContain(
      `<li class="page_item page-item-${top.id} page_item_has_children"><a href="${top.link}">Top &#8220;one&#8221;</a>\n<ul class='children'>\n` +
        `\t<li class="page_item page-item-${below.id} page_item_has_children"><a href="${below.link}">Below</a>\n\t<ul class='children'>\n` +
        `\t\t<li class="page_item page-item-${low.id}"><a href="${low.link}">#${low.id} (no title)</a></li>\n\t</ul>\n</li>\n</ul>\n</li>\n\t\t\t</ul>`,
    );
    const first = await create('/pages', { title: 'Aaa', menu_order: 10 });
    const order = async (raw: object) =>
      [...(await html('pages', raw)).matchAll(/page-item-(\d+)/g)].map(([, id]) => Number(id));
    expect((await order({ sortby: 'post_title' }))[0]).toBe(first.id);
    expect((await order({ sortby: 'menu_order' })).at(-1)).toBe(first.id);
    // A page around which nothing is listed comes last.
    expect((await order({ exclude: `${top.id}` })).slice(-2)).toEqual([low.id, below.id]);
  });

  test('menus, in the markup of WordPress', async () => {
    const menu = await create('/menus', { name: 'Top & more' });
    const item = (values: object) => create('/menu-items', { menus: menu.id, type: 'custom', ...values });
    const one = await item({
      ...{ title: 'Out "there"', url: 'https://x.test/?a=1&b=2', target: '_blank', xfn: ['me'] },
      ...{ classes: ['own'], attr_title: 'A "tip"', menu_order: 1 },
    });
    const two = await item({ title: 'In', url: '#in', parent: one.id, menu_order: 2 });
    const home = await item({ title: 'Home', url: 'http://site.test/', menu_order: 3 });
    const draft = (await admin.post('/pages', { title: 'Hidden', status: 'draft' }).expect(201)).body.id;
    await item({ title: '', type: 'post_type', object: 'page', object_id: draft, menu_order: 4 });
    const type = 'menu-item menu-item-type-custom menu-item-object-custom';
    expect(await html('nav_menu', { nav_menu: menu.id, title: 'M' })).toBe(
      'M<div class="menu-top-more-container"><ul id="menu-top-more" class="menu">' +
        `<li id="menu-item-${one.id}" class="own ${type} menu-item-has-children menu-item-${one.id}"><a target="_blank" rel="me" href="https://x.test/?a=1&#038;b=2" title="A &#8220;tip&#8221;">Out &#8220;there&#8221;</a>\n<ul class="sub-menu">\n` +
        `\t<li id="menu-item-${two.id}" class="${type} menu-item-${two.id}"><a href="#in">In</a></li>\n</ul>\n</li>\n` +
        `<li id="menu-item-${home.id}" class="${type} menu-item-home menu-item-${home.id}"><a href="http://site.test/">Home</a></li>\n</ul></div>`,
    );
    expect(await html('nav_menu')).toBe('');
  });

  test('comments, the calendar, links of the session, and menus of months and categories', async () => {
    const post = await create('/posts', { title: 'A & B', date: '2020-02-03T00:00:00' });
    const by = { author_name: "Pat O'Brien", author_email: 'p@x.test', author_url: 'http://pat.test' };
    const comment = await create('/comments', { post: post.id, content: 'Hi', status: 'approve', ...by });
    expect(await html('recent-comments', { title: 'Said', number: 1 })).toMatch(
      new RegExp(
        '^Said<ul id="recentcomments"><li class="recentcomments"><span class="comment-author-link"><a href="http://pat.test" class="url" rel="ugc external nofollow">Pat O&#8217;Brien</a></span>' +
          ` on <a href="[^"]*#comment-${comment.id}">A &#038; B</a></li></ul>$`,
      ),
    );
    expect(await html('calendar', { title: 'Days' })).toMatch(
      /^Days<div id="calendar_wrap" class="calendar_wrap"><table id="wp-calendar" class="wp-calendar-table">[^]*<\/nav><\/div>$/,
    );
    const meta = await html('meta');
    expect(meta).toMatch(
      /^Meta\n\t\t<ul>\n\t\t\t<li><a href="http:\/\/site\.test\/wp-admin\/">Site Admin<\/a><\/li>\t\t\t<li><a href="[^"]*action=logout[^"]*">Log out<\/a><\/li>\n/,
    );
    expect(meta).toMatch(/feed=rss2">Entries feed<|\/feed\/">Entries feed</);
    const months = await html('archives', { dropdown: 1, count: 1, title: 'When' });
    expect(months).toMatch(
      /^When\t\t<label class="screen-reader-text" for="(archives-dropdown-\d+)">When<\/label>\n\t\t<select id="\1" name="archive-dropdown">/,
    );
    expect(months).toContain(`'> February 2020 &nbsp;(1)</option>\n`);
    const category = await create('/categories', { name: 'Q "q"' });
    await create('/posts', { title: 'In Q', categories: [category.id] });
    expect(await html('categories', { dropdown: 1 })).toContain(
      `<label class="screen-reader-text" for="cat">Categories</label><select  name='cat' id='cat' class='postform'>\n\t<option value='-1'>Select Category</option>\n`,
    );
    expect(await html('categories', { dropdown: 1 })).toContain(
      `<option class="level-0" value="${category.id}">Q &#8220;q&#8221;</option>`,
    );
    const { body: all } = await admin.get('/widgets', { sidebar: 'side' }).expect(200);
    const ids = all.filter(({ id_base }: { id_base: string }) => id_base === 'categories');
    expect(ids[1].rendered).toContain(`<select  name='cat' id='categories-dropdown-${ids[1].id.slice(11)}'`);
  });

  test('images, galleries and players', async () => {
    const image = await upload('elbe.png');
    const size = 'decoding="async" loading="lazy" srcset="';
    expect(await html('media_image', { attachment_id: image.id, size: 'medium', link_type: 'file' })).toMatch(
      new RegExp(
        `^<a href="${image.source_url}"><img width="300" height="225" src="[^"]*elbe-300x225\\.png" class="image wp-image-${image.id}  attachment-medium size-medium" alt="" style="max-width: 100%; height: auto;" ${size}[^"]*" sizes="auto, [^"]*" /></a>$`,
      ),
    );
    const external = { url: 'https://e.test/a.jpg', size: 'custom', width: 300, height: 200, alt: 'E', caption: 'Cap' };
    expect(await html('media_image', external)).toBe(
      '<figure style="width: 300px" class="wp-caption alignnone"><img class="image " src="https://e.test/a.jpg" alt="E" width="300" height="200" decoding="async" loading="lazy" /><figcaption class="wp-caption-text">Cap</figcaption></figure>',
    );
    const box = { attachment_id: image.id, size: 'custom', width: 200, height: 100 };
    expect(await html('media_image', box)).toContain('<img width="133" height="100" ');
    expect(await html('media_gallery', { ids: [image.id], columns: 2, link_type: 'post' })).toMatch(
      new RegExp(
        `^<div id='gallery-1' class='gallery galleryid-0 gallery-columns-2 [^]*<a href='${image.link.replace('?', '\\?')}'>[^]*\n\t\t</div>$`,
      ),
    );
    expect(await html('media_audio', { url: 'https://e.test/a.mp3', loop: true, title: 'A' })).toBe(
      'A<audio class="wp-audio-shortcode" id="audio-0-1" loop preload="none" style="width: 100%;" controls="controls"><source type="audio/mpeg" src="https://e.test/a.mp3?_=1" /><a href="https://e.test/a.mp3">https://e.test/a.mp3</a></audio>',
    );
    expect(await html('media_video', { url: 'https://www.youtube.com/watch?v=abc' })).toMatch(
      /^<div style="width:100%;" class="wp-video"><video class="wp-video-shortcode" id="video-0-1" preload="metadata" controls="controls"><source type="video\/youtube"/,
    );
    // Players show films of other sites only from those that are made for it.
    expect(await html('media_video', { url: 'https://e.test/a.mp4', title: 'V' })).toBe('V');
    for (const base of ['media_image', 'media_gallery', 'media_audio', 'media_video'])
      expect(await html(base)).toBe('');
  });

  test('blocks run shortcodes and have images that load when they come into view', async () => {
    const { id, source_url } = await upload('weser.png');
    const block = (content: string) => html('block', { content });
    expect(await block(`<!-- wp:paragraph --><p>"a" [gallery ids="${id}"]</p><!-- /wp:paragraph -->`)).toMatch(
      /^<p class="wp-block-paragraph">"a" <div id='gallery-1'[^]*<img loading="lazy" decoding="async" /,
    );
    expect(
      await block(
        `<!-- wp:image {"id":${id}} --><figure><img src="${source_url}" class="wp-image-${id}"/></figure><!-- /wp:image -->`,
      ),
    ).toContain('<img loading="lazy" decoding="async" width="800" height="600"');
  });
});
