import { describe, expect, test } from '@jest/globals';
import { testVectors } from '../../test/support/vectors.js';
import { makeClickable } from './clickable.js';
import { excerptText, renderComment, renderContent, renderExcerpt, renderTitle, userContent } from './pipelines.js';
import { convertSmilies } from './smilies.js';
import { BUILT_IN, wp7Context, testContext } from '../../test/support/rendering/context.js';

const SITE = 'http://site.example';

describe('smilies', () => {
  testVectors('both', 'convert_smilies', (text: string) => convertSmilies(text, SITE));
  testVectors('c', 'convert_smilies', (text: string) => convertSmilies(text, SITE, true));

  test.each([
    ['a :) b', 'a 🙂 b'],
    ['a:) b', 'a:) b'],
    ['<code>:)</code> :-D', '<code>:)</code> 😀'],
    ['<a title=" :) ">', '<a title=" :) ">'],
  ])('%s', (text, expected) => {
    expect(convertSmilies(text, SITE)).toBe(expected);
  });
});

test('smilies in code with attributes stay in WordPress 7', () => {
  const text = '<pre class="x">:) a</pre> :)';
  expect(convertSmilies(text, SITE, true)).toBe('<pre class="x">:) a</pre> 🙂');
  expect(convertSmilies(text, SITE)).toBe('<pre class="x">🙂 a</pre> 🙂');
});

describe('clickable', () => {
  testVectors('both', 'make_clickable', (text: string) => makeClickable(text));
  // Recorded on its own, without the mark that comments add to every link.
  testVectors('c', 'make_clickable', (text: string) =>
    makeClickable(text, userContent(SITE)).replaceAll(' rel="ugc"', '').replaceAll('nofollow ugc', 'nofollow'),
  );

  const link = (url: string): string => `<a href="${url}" rel="nofollow">${url}</a>`;
  test.each([
    ['see http://a.example/b_(c).', `see ${link('http://a.example/b_(c)')}.`],
    ['(http://a.example/)', `(${link('http://a.example/')})`],
    ['www.a.example, x', `${link('http://www.a.example')}, x`],
    ['me@a.example', '<a href="mailto:me@a.example">me@a.example</a>'],
    ['<a href="http://a.example">http://a.example</a>', '<a href="http://a.example">http://a.example</a>'],
    ['<pre>http://a.example</pre>', '<pre>http://a.example</pre>'],
  ])('%s', (text, expected) => {
    expect(makeClickable(text)).toBe(expected);
  });

  test('goes on linking in very long text, except in very long words', () => {
    const long = 'word '.repeat(3000);
    expect(makeClickable(`${long}http://a.example`)).toBe(long + link('http://a.example'));
    const monster = `www.${'x'.repeat(3000)}`;
    expect(makeClickable(`${long}${monster}`)).toBe(long + monster);
  });
});

describe('titles', () => {
  testVectors('both', 'the_title', (title: string, status: string, password: string) => {
    return renderTitle(title, BUILT_IN, password !== '' ? 'Protected: ' : status === 'private' ? 'Private: ' : '');
  });

  test('prefix and typography', () => {
    expect(renderTitle(`Harbour's "log" & more `, BUILT_IN, 'Private: ')).toBe(
      'Private: Harbour&#8217;s &#8220;log&#8221; &#038; more',
    );
  });
});

describe('comments', () => {
  testVectors('both', 'comment_text', (text: string) => renderComment(text, { ...testContext().site }, BUILT_IN));
  testVectors('c', 'comment_text', (text: string) =>
    renderComment(text, { ...testContext().site, marksUserContent: true }, BUILT_IN),
  );

  test.each([
    ['http://site.example/a', 'ugc'],
    ['http://user:pw@site.example/', 'ugc'],
    ['news://news.site.example', 'ugc'],
    ['ircs://chat.other.example', 'ugc'],
    ['http://site.example.evil.example/', 'nofollow ugc'],
    ['https://other.example/?u=http://site.example/', 'nofollow ugc'],
  ])('WordPress 7 marks links as user-generated: %s', (url, relation) => {
    const site = { url: 'http://site.example', smilies: false, marksUserContent: true };
    expect(renderComment(url, site, BUILT_IN)).toBe(`<p><a href="${url}" rel="${relation}">${url}</a></p>\n`);
  });

  test('links, quotes, smilies, balance, paragraphs', () => {
    expect(renderComment(`<b>"hi" :)\n\nhttp://a.example/`, testContext().site, BUILT_IN)).toBe(
      '<p><b>&#8220;hi&#8221; 🙂</p>\n<p><a href="http://a.example/" rel="nofollow">http://a.example/</a></b></p>\n',
    );
  });
});

describe('content', () => {
  testVectors('both', 'the_content', (text: string) => renderContent(text, testContext()));
  testVectors('both', 'the_content_html5', (text: string) => {
    return renderContent(text, testContext({ theme: { html5: true, contentWidth: 0 } }));
  });

  testVectors('c', 'the_content', (text: string) => renderContent(text, wp7Context({ html5: false })));
  testVectors('c', 'the_content_html5', (text: string) => renderContent(text, wp7Context({ html5: true })));

  test('smilies can be switched off', () => {
    const context = testContext();
    expect(renderContent('a :)', { ...context, site: { ...context.site, smilies: false } })).toBe('<p>a :)</p>\n');
  });

  test('page and teaser marks stay comments', () => {
    expect(renderContent('a\n\n<!--more-->\n\nb', testContext())).toBe('<p>a</p>\n<p><!--more--></p>\n<p>b</p>\n');
  });
});

describe('excerpts', () => {
  testVectors('both', 'excerpt', (content: string, excerpt: string) => {
    const trim = excerptText(excerpt, content, testContext());
    return { trim, rendered: renderExcerpt(trim, testContext()) };
  });

  testVectors('c', 'excerpt', (content: string, excerpt: string) => {
    const context = wp7Context({ html5: false });
    const trim = excerptText(excerpt, content, context);
    return { trim, rendered: renderExcerpt(trim, context) };
  });

  const automatic = (content: string): string => excerptText('', content, testContext());
  test.each([
    ['one <b>two</b>\n\nthree', 'one two three'],
    ['a <i>b<!--more read on--> c', 'a b'],
    ['a <!--more\n--> b', 'a b'],
    ['\n\n<!--nextpage-->\nfirst\n<!--nextpage-->\nsecond', 'first'],
    ['x [caption]y[/caption] z', 'x z'],
    [Array.from({ length: 60 }, () => 'w').join(' '), `${Array.from({ length: 55 }, () => 'w').join(' ')} [&hellip;]`],
  ])('%j', (content, expected) => {
    expect(automatic(content)).toBe(expected);
  });
});
