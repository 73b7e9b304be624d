import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse, type DefaultTreeAdapterMap } from 'parse5';
import { acceptResponse, responseHtml, parseResponse, reduceHtml } from './provider-response.js';
import { findEndpoint, matchProvider } from './provider.client.js';
import { PROVIDERS } from './providers.table.js';
import { repeated, superLinearCost } from '../../../../test/support/processor-time.js';

describe('providers', () => {
  const endpoint = (url: string) => matchProvider(new URL(url))?.endpoint;

  test.each([
    ['https://www.youtube.com/watch?v=x', 'https://www.youtube.com/oembed'],
    ['http://youtu.be/x', 'https://www.youtube.com/oembed'],
    ['https://player.vimeo.com/1', 'https://vimeo.com/api/oembed.{format}'],
    ['https://twitter.com/jack', 'https://publish.twitter.com/oembed'],
    ['https://x.com/jack/status/20', 'https://publish.twitter.com/oembed'],
    ['https://www.amazon.de/dp/1', 'https://read.amazon.co.uk/kp/api/oembed'],
    ['https://www.someecards.com/usercards/viewcard/1', 'https://www.someecards.com/v2/oembed/'],
    ['https://www.youtube.com/about', undefined],
    ['https://evil.test/youtube.com/watch', undefined],
    ['https://youtube.com.evil.test/watch', undefined],
    ['https://evilvimeo.com/1', undefined],
    ['https://twitter.com/a/b', undefined],
  ])('%s', (url, expected) => expect(endpoint(url)).toBe(expected));

  test('are all requested over HTTPS', () => {
    for (const provider of PROVIDERS)
      expect(new URL(provider.endpoint.replace('{format}', 'json')).protocol).toBe('https:');
  });
});

describe('discovery', () => {
  const page = new URL('http://blog.test/a/post');
  const find = (html: string) => findEndpoint(html, page);

  test('prefers JSON, resolves addresses, decodes entities', () => {
    expect(
      find(
        `<head><link rel="alternate" type="text/xml+oembed" href="/x"><link href='../o?a=1&amp;b=2' type="application/json+oembed" /></head>`,
      ),
    ).toBe('http://blog.test/o?a=1&b=2');
    expect(find('<LINK TYPE="text/xml+oembed" HREF="https://o.test/x" >')).toBe('https://o.test/x');
  });

  test.each([
    '',
    '<link type="application/json+oembed">',
    '<link type="application/rss+xml" href="/x">',
    '<a type="application/json+oembed" href="/x">',
    '<head></head><link type="application/json+oembed" href="/x">',
    '<body><link type="application/json+oembed" href="/x">',
    '<link type="application/json+oembed" href="http://[">',
  ])('finds nothing in %s', (html) => expect(find(html)).toBeUndefined());
});

describe('answers', () => {
  test('in JSON and XML', () => {
    expect(parseResponse('\ufeff {"type":"link"}')).toEqual({ type: 'link' });
    expect(
      parseResponse(`<?xml version="1.0"?>
      <!-- <oembed><type>no</type> --><oembed a="b">
      <type> rich </type><html><![CDATA[<b>&amp;</b>]]>&lt;i&gt; &#x41;&#66;</html><width>600</width><deep><title>no</title></deep><empty/></oembed>`),
    ).toEqual({
      type: 'rich',
      html: '<b>&amp;</b><i> AB',
      width: '600',
      deep: '',
      empty: '',
    });
  });

  test.each([
    '',
    'x',
    '[]',
    'null',
    '"x"',
    '<html></html>',
    '<oembed></oembed>',
    '<!DOCTYPE oembed [<!ENTITY x "y">]><oembed><type>&x;</type></oembed>',
    '<oembed><type>rich',
  ])('but not %#', (text) => {
    expect(parseResponse(text)).toBeUndefined();
  });

  test.each(['<a>', '<a><![CDATA['])('nor many of %s, in linear time', (piece) => {
    const textOf = (size: number) => `<oembed>${repeated(piece)(size)}`;
    expect(parseResponse(textOf(200_000))).toBeUndefined();
    expect(superLinearCost(parseResponse, textOf)).toBeUndefined();
  });

  test('keep what is known and sound', () => {
    const raw = {
      type: 'video',
      html: '<video>',
      width: '480',
      height: 270.5,
      title: 'T',
      author_url: 'javascript:1',
      thumbnail_url: 'https://a.test/x',
      evil: 1,
      __proto__: { x: 1 },
    };
    expect(acceptResponse(raw, { isKnown: true })).toEqual({
      type: 'video',
      title: 'T',
      width: 480,
      height: 270.5,
      html: '<video>',
      thumbnail_url: 'https://a.test/x',
    });
    expect(
      acceptResponse({ type: 'photo', url: 'https://a.test/p.jpg', version: '1.0' }, { isKnown: false }),
    ).toMatchObject({ url: 'https://a.test/p.jpg' });
  });

  test.each([
    {},
    { type: 'rich' },
    { type: 'rich', html: '' },
    { type: 'rich', html: 5 },
    { type: 'photo' },
    { type: 'photo', url: 'data:x' },
    { type: 'constructor', html: 'x' },
    { html: '<p>' },
    { type: 'rich', html: 'x'.repeat(70_000) },
  ])('are refused: %j', (raw) => expect(acceptResponse(raw, { isKnown: true })).toBeUndefined());

  test('of strangers without a frame are refused', () => {
    expect(acceptResponse({ type: 'rich', html: '<p>hello</p>' }, { isKnown: false })).toBeUndefined();
  });
});

describe('HTML of responses', () => {
  const url = 'https://a.test/?x=1&y=2';
  test.each([
    [{ type: 'video', html: '<b>\n<pre>1\n2</pre>\r\n</b>' }, '<b><pre>1\n2</pre></b>'],
    [
      { type: 'photo', url: 'https://a.test/p.jpg', title: 'A "T"', width: 5, height: '50%' },
      '<a href="https://a.test/?x=1&#038;y=2"><img src="https://a.test/p.jpg" alt="A &quot;T&quot;" width="5" height="50%" /></a>',
    ],
    [{ type: 'photo', url: 'https://a.test/p.jpg' }, undefined],
    [{ type: 'link', title: '<i>' }, '<a href="https://a.test/?x=1&#038;y=2">&lt;i&gt;</a>'],
    [{ type: 'link' }, undefined],
  ])('%j', (answer, html) => expect(responseHtml(answer, url)).toBe(html));
});

describe('HTML of strangers', () => {
  test('is reduced to a quotation and a sandboxed frame', () => {
    const html = `<p>x</p><blockquote class="q" onclick="x">See\n<a href="http://a.test/" onclick="x">this <b>post</b></a><script>bad()</script></blockquote>
      <script>bad()</script><iframe src="http://a.test/e?x=1&amp;y=2#z" width="600" height="338" onload="x" sandbox="allow-same-origin" title='A "T"'></iframe><iframe src="http://b.test"></iframe>`;
    expect(reduceHtml(html, 's1')).toBe(
      '<blockquote class="wp-embedded-content" data-secret="s1">See <a href="http://a.test/">this post</a></blockquote>' +
        '<iframe class="wp-embedded-content" sandbox="allow-scripts" security="restricted" style="position: absolute; clip: rect(1px, 1px, 1px, 1px);" ' +
        'src="https://a.test/e?x=1&#038;y=2#?secret=s1" data-secret="s1" width="600" height="338" title="A &quot;T&quot;"></iframe>',
    );
  });

  test('a frame without a quotation is not hidden', () => {
    expect(reduceHtml('<iframe src="https://a.test/"></iframe>', 's')).toBe(
      '<iframe class="wp-embedded-content" sandbox="allow-scripts" security="restricted" src="https://a.test/#?secret=s" data-secret="s"></iframe>',
    );
    expect(reduceHtml('<iframe src="https://a.test/">')).not.toBe(reduceHtml('<iframe src="https://a.test/">'));
  });

  test.each([
    '',
    'text',
    '<iframe></iframe>',
    '<iframe src="javascript:alert(1)">',
    '<iframe src="data:text/html,x">',
    '<iframe src="/x">',
    '<iframe srcdoc="<b>">',
  ])('nothing is left of %s', (html) => expect(reduceHtml(html)).toBeUndefined());

  test('whatever it is, nothing runs outside the frame', () => {
    const piece = fc.constantFrom(
      '<blockquote>',
      '</blockquote>',
      '<a href="javascript:x">',
      '<a href=x onclick=y>',
      '</a>',
      '<iframe src="https://a.test/">',
      '</iframe>',
      '<script>',
      '</script',
      '>',
      '<',
      '"',
      "'",
      '<!--',
      '-->',
      '<svg onload=x>',
      '<style>',
      '</style>',
      '&lt;script&gt;',
      '\0',
      '\n',
      '<img src=x onerror=y>',
      '<iframe src="https://a.test/\'onload=x">',
      '<iframe/src=https://a.test/ onload=x>',
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const reduced = reduceHtml(pieces.join(''));
        if (reduced !== undefined) expect(elements(parse(reduced)).filter((problem) => problem !== '')).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test('takes linear time', () => {
    const parts = ['<script', '<script>', '</script', '<blockquote', '<iframe ', '<!--', '<a href="', '<style></style'];
    for (const part of parts) expect(superLinearCost(reduceHtml, repeated(part))).toBeUndefined();
  });
});

/** What an HTML parser sees in it that must not be there. */
function elements(node: DefaultTreeAdapterMap['node']): string[] {
  const children = 'childNodes' in node ? node.childNodes.flatMap(elements) : [];
  if (!('tagName' in node)) return children;
  const allowed = ['html', 'head', 'body', 'blockquote', 'a', 'iframe'].includes(node.tagName);
  const bad = node.attrs.filter(
    ({ name, value }) => name.startsWith('on') || name === 'srcdoc' || /^\s*(?:javascript|data):/i.test(value),
  );
  const loose =
    node.tagName === 'iframe' && !node.attrs.some(({ name, value }) => name === 'sandbox' && value === 'allow-scripts');
  return [
    ...(allowed && bad.length === 0 && !loose ? [] : [`${node.tagName} ${bad.map(({ name }) => name).join(' ')}`]),
    ...children,
  ];
}
