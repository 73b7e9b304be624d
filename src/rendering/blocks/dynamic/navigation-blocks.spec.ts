import { expect, test } from '@jest/globals';
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
