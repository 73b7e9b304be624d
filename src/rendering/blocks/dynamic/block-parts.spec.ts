import { describe, expect, test } from '@jest/globals';
import { post, render } from '../../../../test/support/rendering/blocks.js';
import { type RenderAttachment } from '../../render-context.js';

const link = (attributes: string, inside = '') =>
  `<!-- wp:navigation-link ${attributes} -->${inside}<!-- /wp:navigation-link -->`;

describe('names of values of the theme', () => {
  test.each([
    ['2xl', '2xl', '2-xl'],
    ['x2large', 'x2large', 'x-2-large'],
    ['Größe', 'Größe', 'größe'],
    ['camelCase', 'camelCase', 'camel-case'],
  ])('%s is written as it is by forms and menus, in kebab case by others', (name, literal, kebab) => {
    const search = render(
      `<!-- wp:search {"textColor":"${name}","gradient":"${name}","borderColor":"${name}","fontSize":"${name}"} /-->`,
    );
    expect(search).toContain(
      `has-text-color has-${literal}-color has-background has-${literal}-gradient-background has-${literal}-font-size has-border-color has-${literal}-border-color wp-element-button`,
    );
    const menu = render(
      `<!-- wp:navigation {"overlayMenu":"never","textColor":"${name}","overlayTextColor":"${name}"} --><!-- wp:home-link /-->` +
        `<!-- wp:navigation-submenu {"label":"S"} -->${link('{"label":"L"}')}<!-- /wp:navigation-submenu --><!-- /wp:navigation -->`,
    );
    expect(menu).toContain(`<nav class="has-text-color has-${literal}-color wp-block-navigation`);
    expect(menu).toContain(
      `<li class="has-text-color has-${literal}-color wp-block-navigation-item wp-block-home-link">`,
    );
    expect(menu).toContain(`wp-block-navigation__submenu-container has-text-color has-${kebab}-color`);
    expect(render(`<!-- wp:site-tagline {"textColor":"${name}"} /-->`)).toContain(`has-${kebab}-color`);
  });

  test('search forms resolve no references, and write sides of borders after the whole', () => {
    const html = render(
      '<!-- wp:search {"style":{"color":{"text":"var:preset|color|2xl"},"border":{"width":"2px","radius":"5px","style":"dotted","top":{"width":"1px","color":"#abc"}}}} /-->',
    );
    expect(html).toContain(
      'style="border-width: 2px;border-top-width: 1px;border-top-color: #abc;border-style: dotted;border-radius: 5px"/>',
    );
    expect(html).toContain('border-radius: 5px;color: var:preset|color|2xl"');
  });

  test('values that authors may not write are left out, their classes are not', () => {
    const title = (color: string) => render(`<!-- wp:site-title {"style":{"color":{"text":"${color}"}}} /-->`);
    expect(title('rgba(0,0,0,.5)')).toContain('<h1 class="wp-block-site-title has-text-color">');
    expect(title('var(--a)')).toContain('style="color:var(--a)"');
  });
});

test('items of menus list those inside of them, and need a label that PHP takes for one', () => {
  expect(render(link('{"label":"L","url":"/a"}', link('{"label":"in","url":"/b"}')))).toBe(
    '<li class="wp-block-navigation-item has-child wp-block-navigation-link"><a class="wp-block-navigation-item__content"  href="/a"><span class="wp-block-navigation-item__label">L</span></a>' +
      '<ul class="wp-block-navigation__submenu-container"><li class="wp-block-navigation-item wp-block-navigation-link"><a class="wp-block-navigation-item__content"  href="/b"><span class="wp-block-navigation-item__label">in</span></a></li></ul></li>',
  );
  expect(render(link('{"label":"0"}'))).toBe('');
  expect(render('<!-- wp:navigation-submenu {"label":"0"} --><!-- /wp:navigation-submenu -->')).toBe('');
});

test('loops whose pages a script turns have keys, with or without a number', () => {
  const loop =
    '<!-- wp:query {"enhancedPagination":true,"query":{"perPage":1}} --><div><!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template -->' +
    '<!-- wp:query-pagination-next /--><!-- wp:query-pagination-numbers /--></div><!-- /wp:query -->';
  const html = render(loop, { posts: { posts: [post()], total: 9, limit: 1 } });
  expect(html).toContain('<li data-wp-key="post-template-item-5" class="wp-block-post');
  expect(html).toContain('<a data-wp-key="query-pagination-next" data-wp-on--click="core/query::actions.navigate"');
  expect(html).toContain('<span data-wp-key="index-0" aria-current="page" class="page-numbers current">1</span>');
  expect(html).toContain(
    '<a data-wp-key="index-1" data-wp-on--click="core/query::actions.navigate" class="page-numbers" href="?query-page=2">2</a>',
  );
  expect(html).toContain('<span data-wp-key="index-3" class="page-numbers dots">&hellip;</span>');
  expect(html).not.toContain('data-wp-router-region');
});

const FILM: RenderAttachment = {
  ...{ id: 7, url: '/f.mp4', link: '', title: '', caption: '', alt: '', mime: 'video/mp4', menuOrder: 0, date: '' },
  image: { width: 640, height: 360, file: '', sizes: new Map() },
};

test.each([
  ['controls', '<video height="360" style="aspect-ratio: 640 / 360;" width="640" controls src="/f.mp4">'],
  ['width="9"', '<video height="360" style="aspect-ratio: 640 / 360;" width="640" src="/f.mp4">'],
  ['style="color:red"', '<video height="360" width="640" style="aspect-ratio: 640 / 360;color:red" src="/f.mp4">'],
])('a film has the size that is stored of it: %s', (saved, expected) => {
  const text = (id: number) =>
    `<!-- wp:video {"id":${id}} --><figure><video ${saved} src="/f.mp4"></video></figure><!-- /wp:video -->`;
  const attachments = new Map([[7, FILM]]);
  expect(render(text(7), {}, { attachments })).toContain(expected);
  expect(render(text(8), {}, { attachments })).not.toContain('aspect-ratio');
});

test('a text that PHP takes for empty is none', () => {
  expect(render('<!-- wp:home-link {"label":"0"} /-->')).toContain('>Home</a>');
  expect(render('<!-- wp:post-excerpt {"moreText":"0"} /-->', { post: post() })).not.toContain('more-link');
  const terms = render('<!-- wp:post-terms {"term":"category","prefix":"0","suffix":"1"} /-->', { post: post() });
  expect(terms).not.toContain('__prefix');
  expect(terms).toContain('<span class="wp-block-post-terms__suffix">1</span>');
  expect(render(link('{"label":"L","title":""}'))).toContain(' title="">');
});

test('titles of comments name the post, their number, or neither', () => {
  const title = (attributes: string) =>
    render(`<!-- wp:comments-title ${attributes} /-->`, { post: post({ commentCount: 2 }) });
  expect(title('')).toContain('>2 responses to &#8220;Title&#8221;</h2>');
  expect(title('{"showPostTitle":false}')).toContain('>2 responses</h2>');
  expect(title('{"showCommentsCount":false}')).toContain('>Responses to &#8220;Title&#8221;</h2>');
});
