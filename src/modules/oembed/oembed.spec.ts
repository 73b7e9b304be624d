import { describe, expect, test } from '@jest/globals';
import { embedViewUrl, frameSize } from '../../rendering/index.js';
import { EMBED_SCRIPT, embedHtml, thumbnail, withSmallestFile } from './oembed.service.js';
import { type ImageSize } from '../../rendering/render-context.js';
import { toXml } from './oembed-xml.js';

const image = (width: number, height: number, sizes = new Map<string, ImageSize>()) => ({
  id: 1,
  url: 'http://s.test/a.jpg',
  link: '',
  title: '',
  caption: '',
  alt: '',
  mime: 'image/jpeg',
  menuOrder: 0,
  date: '',
  image: { width, height, file: 'a.jpg', sizes },
});

describe('frames', () => {
  test.each([
    [0, 200, 200],
    [1, 200, 200],
    [200, 200, 200],
    [356, 356, 201],
    [400, 400, 225],
    [600, 600, 338],
    [601, 600, 338],
    [1e9, 600, 338],
  ])('room for %d', (room, width, height) => {
    expect(frameSize(room)).toEqual({ width, height });
  });

  test('thumbnails have their size within the frame, never enlarged', () => {
    expect(thumbnail(image(1200, 800), 600)).toEqual({
      thumbnail_url: 'http://s.test/a.jpg',
      thumbnail_width: 600,
      thumbnail_height: 400,
    });
    expect(thumbnail(image(120, 90), 600)).toMatchObject({ thumbnail_width: 120, thumbnail_height: 90 });
    expect(thumbnail({ ...image(1, 1), mime: 'application/pdf' }, 600)).toEqual({});
    expect(thumbnail(undefined, 600)).toEqual({});
  });

  test('the smallest uncropped size that fills the frame is the thumbnail of WordPress 7', () => {
    const size = (width: number, height: number) => ({ file: `a-${width}.jpg`, width, height, mime: 'image/jpeg' });
    const sizes = new Map(
      [size(150, 150), size(1024, 683), size(768, 512), size(700, 700), size(300, 200)].map((one) => [one.file, one]),
    );
    expect(thumbnail(withSmallestFile(image(1200, 800, sizes), 600), 600)).toEqual({
      thumbnail_url: 'http://s.test/a-768.jpg',
      thumbnail_width: 600,
      thumbnail_height: 400,
    });
    expect(withSmallestFile(image(500, 300), 600)?.url).toBe('http://s.test/a.jpg');
  });

  test('stand where the entry does', () => {
    expect(embedViewUrl({ link: 'http://s.test/a/', endsWithSlash: true })).toBe('http://s.test/a/embed/');
    expect(embedViewUrl({ link: 'http://s.test/a', endsWithSlash: false })).toBe('http://s.test/a/embed');
    expect(embedViewUrl({ link: 'http://s.test/?p=1', endsWithSlash: true })).toBe('http://s.test/?p=1&embed=true');
  });

  test('come with a quotation', () => {
    const html = embedHtml(
      {
        link: 'http://s.test/?p=1',
        title: 'A <em>B</em> &#8220;C&#8221;',
        siteName: 'S &amp; T',
        endsWithSlash: true,
      },
      600,
    );
    expect(html).toContain(
      '<blockquote class="wp-embedded-content"><a href="http://s.test/?p=1">A <em>B</em> &#8220;C&#8221;</a></blockquote>\n<script',
    );
    expect(html).toContain(
      'src="http://s.test/?p=1&#038;embed=true" width="600" height="338" title="&#8220;A &lt;em&gt;B&lt;/em&gt; &#8220;C&#8221;&#8221; &#8212; S &amp; T"',
    );
  });
});

describe('the script', () => {
  const source = EMBED_SCRIPT.replace(/<\/?script[^>]*>/g, '');

  test('has nothing a filter could change', () => {
    expect(source).not.toMatch(/[<&]/);
  });

  test('gives frames a secret and believes only those who know it', () => {
    const frame = {
      src: 'http://s.test/a/embed/',
      height: 0,
      contentWindow: {},
      attributes: new Map<string, string>(),
      parentNode: { querySelector: () => null },
    };
    const element = Object.assign(frame, {
      setAttribute: (name: string, value: string) => frame.attributes.set(name, value),
      removeAttribute: (name: string) => frame.attributes.delete(name),
    });
    const listeners: ((event: object) => void)[] = [];
    const document = {
      readyState: 'complete',
      activeElement: element,
      querySelectorAll: (selector: string) =>
        selector.includes(':not') || selector === `iframe[data-secret="${frame.attributes.get('data-secret')}"]`
          ? [element]
          : [],
      createElement: () => ({
        href: '',
        get protocol() {
          return new URL(this.href).protocol;
        },
        get host() {
          return new URL(this.href).host;
        },
      }),
    };
    const window = {
      crypto: globalThis.crypto,
      top: { location: { href: '' } },
      addEventListener: (_: string, listener: (event: object) => void) => listeners.push(listener),
    };
    new Function('window', 'document', source)(window, document);
    const secret = frame.attributes.get('data-secret')!;
    expect(frame.src).toBe(`http://s.test/a/embed/#?secret=${secret}`);
    const say = (data: unknown, from: object = frame.contentWindow) =>
      listeners.forEach((listen) => listen({ data, source: from }));
    say({ secret, message: 'height', value: 400 }, {});
    say({ secret: 'other', message: 'height', value: 400 });
    say(null);
    expect(frame.height).toBe(0);
    say({ secret, message: 'height', value: 5000 });
    expect(frame.height).toBe(1000);
    say({ secret, message: 'link', value: 'http://evil.test/' });
    say({ secret, message: 'link', value: 'javascript:alert(1)' });
    expect(window.top.location.href).toBe('');
    say({ secret, message: 'link', value: 'http://s.test/a/' });
    expect(window.top.location.href).toBe('http://s.test/a/');
  });
});

describe('XML', () => {
  test('has one element a member', () => {
    expect(toXml({ version: '1.0', width: 600, missing: undefined, title: 'a < b & "c" \u2014 d\u0001' })).toBe(
      '<?xml version="1.0"?>\n<oembed><version>1.0</version><width>600</width><title>a &lt; b &amp; "c" &#x2014; d</title></oembed>\n',
    );
  });

  test('of errors', () => {
    expect(toXml({ code: 'x', data: { status: 400, params: ['url'] } })).toBe(
      '<?xml version="1.0"?>\n<oembed><code>x</code><data><status>400</status><params><oembed>url</oembed></params></data></oembed>\n',
    );
  });

  test('resolves references, but never into markup within HTML', () => {
    expect(toXml({ title: '&#8220;&amp;&nbsp;&bogus;&#x110000;', html: '<a title="&quot;&#8220;&#039;">' })).toBe(
      '<?xml version="1.0"?>\n<oembed><title>&#x201C;&amp;&#xA0;&amp;bogus;&amp;#x110000;</title><html>&lt;a title="&amp;quot;&#x201C;&amp;#039;"&gt;</html></oembed>\n',
    );
  });
});
