import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { renderContent } from '../pipelines.js';
import { type RenderContext } from '../render-context.js';
import { renderNeeds } from '../needs.js';
import { testContext } from '../../../test/support/rendering/context.js';
import { embedCacheKey } from './embed-request.js';

const URL = 'https://video.example/?v=1&x=2';
const PLAYER = '<iframe src="https://video.example/1"></iframe>';
const theme = { html5: true, contentWidth: 525 };

function context(cached: Record<string, string> = {}): RenderContext {
  return testContext({ theme, embeds: new Map(Object.entries(cached)) });
}

describe('cache keys', () => {
  test('hash the URL and the serialised attributes, defaults first', () => {
    const md5 = (text: string): string => `_oembed_${createHash('md5').update(text).digest('hex')}`;
    expect(embedCacheKey(URL, new Map(), 525)).toBe(md5(`${URL}a:2:{s:5:"width";i:525;s:6:"height";d:788;}`));
    expect(embedCacheKey(URL, new Map(), 0)).toBe(md5(`${URL}a:2:{s:5:"width";i:500;s:6:"height";d:750;}`));
    expect(embedCacheKey(URL, new Map(), 900)).toBe(md5(`${URL}a:2:{s:5:"width";i:900;s:6:"height";i:1000;}`));
    expect(
      embedCacheKey(
        URL,
        new Map([
          ['height', '90'],
          ['0', 'é'],
        ]),
        525,
      ),
    ).toBe(md5(`${URL}a:3:{s:5:"width";i:525;s:6:"height";s:2:"90";i:0;s:2:"é";}`));
  });
});

describe('embeds', () => {
  const key = embedCacheKey(URL, new Map(), 525);

  test.each([
    ['alone on a line', `a\n\n ${URL} \n\nb`, `<p>a</p>\n<p> ${PLAYER} </p>\n<p>b</p>\n`],
    ['in a paragraph of its own', `<p class="x">${URL}</p>`, `<p class="x">${PLAYER}</p>\n`],
    ['stored with entities', URL.replace('&', '&amp;'), `<p>${PLAYER}</p>\n`],
    ['as shortcode', `[embed]${URL}[/embed]`, `<p>${PLAYER}</p>\n`],
    ['in a sentence', `see ${URL}`, `<p>see ${URL.replace('&', '&#038;')}</p>\n`],
  ])('a URL %s', (_, content, expected) => {
    expect(renderContent(content, context({ [key]: PLAYER }))).toBe(expected);
  });

  test('what is not known stays text, or becomes a link', () => {
    for (const unknown of [context(), context({ [key]: '{{unknown}}' })]) {
      expect(renderContent('https://a.example/x', unknown)).toBe('<p>https://a.example/x</p>\n');
      expect(renderContent('[embed]https://a.example/x[/embed]', unknown)).toBe(
        '<p><a href="https://a.example/x">https://a.example/x</a></p>\n',
      );
    }
  });

  test('attributes lead to another cache entry', () => {
    const other = embedCacheKey(URL, new Map([['width', '300']]), 525);
    expect(renderContent(`[embed width="300"]${URL}[/embed]`, context({ [other]: 'small' }))).toBe('<p>small</p>\n');
  });

  test('media files become players', () => {
    expect(renderContent('http://a.example/b.mp3', context())).toContain('<audio class="wp-audio-shortcode"');
    expect(renderContent('[embed width="300" height="200"]http://a.example/b.mp4[/embed]', context())).toContain(
      'width="300" height="200"',
    );
  });

  test('players of YouTube are looked up as the page they show', () => {
    const page = embedCacheKey('https://youtube.com/watch?v=abc', new Map(), 525);
    expect(renderContent('http://www.youtube.com/embed/abc', context({ [page]: PLAYER }))).toBe(`<p>${PLAYER}</p>\n`);
  });

  test('a URL of a public post of this site embeds that post, whatever is cached', () => {
    const post = { link: 'http://s.test/a/', title: 'A <em>B</em>', siteName: 'S "T"', endsWithSlash: true };
    const own = (content: string) =>
      renderContent(
        content,
        testContext({ theme, embeds: new Map([[key, PLAYER]]), ownPosts: new Map([[URL, post]]) }),
      );
    const html = own(`a\n\n${URL}\n\nb`);
    expect(html).toMatch(
      /^<p>a<\/p>\n<blockquote class="wp-embedded-content" data-secret="(\w{10})"><p><a href="http:\/\/s.test\/a\/">A <em>B<\/em><\/a><\/p><\/blockquote>\n<p><iframe [^>]* src="http:\/\/s.test\/a\/embed\/#\?secret=\1" data-secret="\1" width="525" height="296" title="[^"]*S &quot;T&quot;" [^>]*><\/iframe><\/p>\n<p>b<\/p>\n$/,
    );
    expect(own(`[embed width="300"]${URL}[/embed]`)).toContain('width="300" height="200"');
    expect(own(`a ${URL} b`)).not.toContain('iframe');
  });

  test('URLs inside tags are left alone', () => {
    expect(renderContent(`<a\nhref="\n${URL}\n">x</a>`, context({ [key]: PLAYER }))).not.toContain('iframe');
  });
});

test('needs name all that rendering looks up', () => {
  const content = [
    '<img class="size-medium wp-image-301" src="x" /> [gallery ids="5,6"] [gallery] [gallery id="7" exclude="2"]',
    '[caption]<b>[audio]</b>[/caption] [video src="a.mp4"]',
    URL,
    '[embed width="300"]https://b.example/[/embed]',
  ].join('\n');
  const needs = renderNeeds(content, 10, { ...testContext(), theme });
  expect([...needs.attachments]).toEqual([301, 5, 6]);
  expect([...needs.childrenOf]).toEqual([10, 7]);
  expect(needs.embeds).toEqual(
    new Map([
      [embedCacheKey(URL, new Map(), 525), { url: URL, width: 525, height: 788 }],
      [
        embedCacheKey('https://b.example/', new Map([['width', '300']]), 525),
        { url: 'https://b.example/', width: 300, height: 788 },
      ],
    ]),
  );
  expect(renderNeeds('plain', 10, { ...testContext(), theme }).childrenOf.size).toBe(0);
});
