import { describe, expect, test } from '@jest/globals';
import { render, SITE } from '../../../../test/support/rendering/blocks.js';

test('the link to the home page repeats the colours of its menu', () => {
  const menu = (attributes: string) =>
    render(`<!-- wp:navigation ${attributes} --><!-- wp:home-link /--><!-- /wp:navigation -->`);
  expect(menu('{"textColor":"base","backgroundColor":"pale-pink"}')).toContain(
    '<li class="has-text-color has-base-color has-background has-pale-pink-background-color wp-block-navigation-item wp-block-home-link">',
  );
  expect(menu('{"style":{"color":{"background":"#abcdef"}}}')).toContain(
    '<li style="background-color: #abcdef" class="has-background wp-block-navigation-item wp-block-home-link">',
  );
  expect(menu('{"customBackgroundColor":"#abcdef","customTextColor":"#123456"}')).toContain(
    '<li class="wp-block-navigation-item wp-block-home-link">',
  );
});

test('a list of pages in a menu has the colours of the menu, and below its top those of the overlay', () => {
  const colors = {
    ...{ customTextColor: '#111111', style: { color: { text: '#222222', background: '#333333' } } },
    ...{ customOverlayTextColor: 'green', customOverlayBackgroundColor: '#444444' },
  };
  const page = { id: 1, parent: 0, title: 'A', link: 'http://s.test/a/', isFront: false };
  const pages = [page, { ...page, id: 2, parent: 1 }];
  const menu = `<!-- wp:navigation ${JSON.stringify(colors)} --><!-- wp:page-list /--><!-- /wp:navigation -->`;
  const html = render(menu, { pages });
  expect(html).toContain(
    '<ul style="color: #111111;background-color: #333333" class="has-text-color has-background wp-block-page-list">',
  );
  expect(html).toMatch(
    /<li class="wp-block-pages-list__item [^"]* has-text-color has-background" style="color: green;background-color: #444444;"><a/,
  );
});

test('the decoration of a menu is a class, not a style', () => {
  const html = render(
    '<!-- wp:navigation {"style":{"typography":{"textDecoration":"underline"}}} --><!-- wp:home-link /--><!-- /wp:navigation -->',
  );
  const [, opening] = /<nav ([^>]*)>/.exec(html)!;
  expect(opening).toContain('has-text-decoration-underline');
  expect(opening).not.toContain('text-decoration:');
});

test('the list of a submenu has the colours of the overlay', () => {
  const html = render(
    '<!-- wp:navigation {"customOverlayTextColor":"green","customOverlayBackgroundColor":"#444444"} -->' +
      '<!-- wp:navigation-submenu {"label":"A"} --><!-- wp:navigation-link {"label":"B"} /--><!-- /wp:navigation-submenu --><!-- /wp:navigation -->',
  );
  expect(html).toContain('style="color:green;background-color:#444444" class="wp-block-navigation__submenu-container');
});

test('a logo without an alternative text stands for the name of the site', () => {
  const logo = (alt: string) => {
    const picture = {
      id: 8,
      url: 'http://s.test/a.jpg',
      link: '',
      title: '',
      caption: '',
      mime: 'image/jpeg',
      menuOrder: 0,
      date: '',
    };
    const image = { width: 40, height: 30, file: 'a.jpg', sizes: new Map() };
    const attachments = new Map([[8, { ...picture, image, alt }]]);
    const site = { ...SITE, blocks: { ...SITE.blocks, logo: 8 } };
    return /alt="([^"]*)"/.exec(render('<!-- wp:site-logo /-->', {}, { attachments, site }))?.[1];
  };
  expect([logo(''), logo('A clinker')]).toEqual(['A &amp; B', 'A clinker']);
});

test('an address of a social link that is an e-mail address is encoded', () => {
  const html = render('<!-- wp:social-link {"service":"mail","url":"ann@s.test"} /-->');
  const [, href = ''] = /href="mailto:([^"]*)"/.exec(html) ?? [];
  expect(href).toContain('&#064;');
  expect(href.replace(/&#0*(\d+);/g, (_all, code) => String.fromCharCode(Number(code)))).toBe('ann@s.test');
});

test('colours of social links are taken as they are, unless they are unsafe; a blank label is none', () => {
  const link = (around: object, label: string) =>
    render(
      `<!-- wp:social-links ${JSON.stringify(around)} --><ul><!-- wp:social-link {"service":"github","url":"/a","label":"${label}"} /--></ul><!-- /wp:social-links -->`,
    );
  expect(link({ iconColorValue: 'A "b"', iconBackgroundColorValue: '#123456' }, 'Ours ')).toMatch(
    /<li style="color:A &quot;b&quot;;background-color:#123456" .*>Ours<\/span>/,
  );
  expect(link({ iconColorValue: 'url(javascript:a)' }, ' ')).toMatch(/<li class=.*>GitHub<\/span>/);
  expect(link({ iconColorValue: 'red"><script>' }, '0')).not.toMatch(/<script>|style="color:red"/);
});

describe('submenus and their script', () => {
  const item = (kind: string, label: string, inside = '') =>
    `<!-- wp:navigation-${kind} {"label":"${label}"} -->${inside}<!-- /wp:navigation-${kind} -->`;
  const menu = (items: string, attributes = '{}') =>
    render(`<!-- wp:navigation ${attributes} -->${items}<!-- /wp:navigation -->`);
  const itemOf = (html: string, label: string) =>
    html
      .slice(0, html.indexOf(`__label">${label}`))
      .split('<li ')
      .at(-1)!;

  test('a link with inner blocks is connected like a submenu; the next button is taken for its own', () => {
    const html = menu(
      item('submenu', 'A', item('link', 'B', item('link', 'C'))) + item('submenu', 'D', item('link', 'E')),
    );
    expect(itemOf(html, 'A')).toContain('data-wp-interactive="core/navigation"');
    expect(itemOf(html, 'B')).toContain('data-wp-interactive="core/navigation"');
    expect(itemOf(html, 'C')).not.toContain('data-wp');
    expect(itemOf(html, 'D')).not.toContain('data-wp');
    expect(html.match(/data-wp-on--click="actions.toggleMenuOnClick" aria-label="[AD] submenu"/g)).toHaveLength(2);
    expect(html.match(/<ul data-wp-on--focus="actions.openMenuOnFocus" /g)).toHaveLength(2);
  });

  test('links with inner blocks alone have a drawing, and no script', () => {
    const html = menu(item('link', 'A', item('link', 'B')));
    expect(html).toContain('</a><span class="wp-block-navigation__submenu-icon"><svg');
    expect(html).not.toContain('data-wp-on--pointerenter');
    const inside = menu(item('link', 'A', item('submenu', 'B', item('link', 'C'))));
    expect(inside).toContain('wp-block-navigation-submenu__toggle" aria-expanded="false">');
  });

  test('a click opens them by a button with what the link would have, also where there is nothing to open', () => {
    const submenu = '<!-- wp:navigation-submenu {"label":"A","description":"B"} -->';
    const [closing, click] = ['<!-- /wp:navigation-submenu -->', '{"submenuVisibility":"click"}'];
    const html = menu(submenu + closing, click);
    expect(html).toMatch(
      /<li class="wp-block-navigation-item open-on-click [^>]*><button aria-label="A submenu"[^>]*><span[^>]*>A<\/span><span class="wp-block-navigation-item__description">B<\/span><\/button><\/li>/,
    );
  });

  test('a menu of older releases has its overlay by an attribute of its own', () => {
    const old = '{"overlayMenu":"never","isResponsive":true}';
    expect(menu(item('link', 'A'), old)).toContain('wp-block-navigation__responsive-container');
    expect(menu(item('link', 'A'), '{"overlayMenu":"never"}')).not.toContain('responsive');
  });

  test('lists of pages have the same buttons', () => {
    const page = { id: 1, parent: 0, title: 'A', link: 'http://s.test/a/', isFront: false };
    const pages = [page, { ...page, id: 2, parent: 1, title: 'B' }];
    const list = (attributes: string) =>
      render(`<!-- wp:navigation ${attributes} --><!-- wp:page-list /--><!-- /wp:navigation -->`, { pages });
    expect(list('{"submenuVisibility":"click"}')).toMatch(
      /<button data-wp-bind--aria-expanded="[^"]*" data-wp-on--click="[^"]*" aria-label="A submenu" class=" wp-block-navigation-item__content wp-block-navigation-submenu__toggle" >A<\/button>/,
    );
    expect(list('{}')).toMatch(/>A<\/a><button data-wp-bind--aria-expanded="[^"]*" data-wp-on--click="[^"]*"/);
    expect(list('{"showSubmenuIcon":false}')).not.toContain('aria-label="A submenu"');
  });

  test('the pointer opens them unless a click does', () => {
    const items = item('submenu', 'A', item('link', 'B'));
    const pointer = 'data-wp-on--pointerenter';
    expect(menu(items)).toContain(pointer);
    expect(menu(items, '{"submenuVisibility":"click"}')).not.toContain(pointer);
    expect(menu(items, '{"openSubmenusOnClick":true}')).not.toContain(pointer);
    expect(menu(items, '{"openSubmenusOnClick":false,"submenuVisibility":"click"}')).toContain(pointer);
  });

  test('without buttons and overlay there is no script', () => {
    const items = item('submenu', 'A', item('link', 'B'));
    expect(menu(items, '{"showSubmenuIcon":false,"overlayMenu":"never"}')).not.toContain('data-wp-');
    expect(menu(items, '{"showSubmenuIcon":false}')).toContain('data-wp-on--pointerenter');
  });
});

test('menus are lists of links, and leave out links to posts that are not published', () => {
  const menu =
    '<!-- wp:navigation {"overlayMenu":"never"} --><!-- wp:navigation-link {"label":"A","url":"/a"} /-->' +
    '<!-- wp:navigation-link {"label":"B","url":"/b","id":3,"kind":"post-type"} /--><!-- /wp:navigation -->';
  expect(render(menu, { published: false })).toBe(
    '<nav class="wp-block-navigation is-layout-flex wp-block-navigation-is-layout-flex"><ul class="wp-block-navigation__container wp-block-navigation">' +
      '<li class="wp-block-navigation-item wp-block-navigation-link"><a class="wp-block-navigation-item__content"  href="/a"><span class="wp-block-navigation-item__label">A</span></a></li></ul></nav>',
  );
  expect(render(menu, { published: true })).toContain('>B</span>');
});

test('blocks that are no items stand between the lists of a menu, except the name of the site', () => {
  const menu =
    '<!-- wp:navigation {"overlayMenu":"never","textColor":"base","fontSize":"large"} --><!-- wp:site-title {"level":0,"isLink":false} /-->' +
    '<!-- wp:spacer --><i></i><!-- /wp:spacer --><!-- /wp:navigation -->';
  const classes = 'has-text-color has-base-color has-large-font-size';
  expect(render(menu)).toBe(
    `<nav class="${classes} wp-block-navigation is-layout-flex wp-block-navigation-is-layout-flex"><ul class="wp-block-navigation__container ${classes} wp-block-navigation">` +
      '<li class="wp-block-navigation-item"><p class="wp-block-site-title">A &amp; B</p></li></ul><i></i></nav>',
  );
});

test.each([
  ['{}', 'open-on-hover-click'],
  ['{"submenuVisibility":"click"}', 'open-on-click'],
  ['{"showSubmenuIcon":false}', 'has-child wp-block'],
])('submenus of a menu with %s are opened by what it says', (attributes, expected) => {
  const link = '<!-- wp:navigation-link {"label":"A","url":"/a"} /-->';
  const html = render(
    `<!-- wp:navigation ${attributes} --><!-- wp:navigation-submenu {"label":"S","url":"#"} -->${link}<!-- /wp:navigation-submenu --><!-- /wp:navigation -->`,
  );
  expect(html).toContain(`${expected}`);
  expect(html.includes('actions.openMenuOnHover')).toBe(!attributes.includes('click'));
  expect(html).toContain('class="wp-block-navigation__responsive-container"  id="modal-1"');
});
