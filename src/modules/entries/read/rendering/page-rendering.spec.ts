import { describe, expect, test } from '@jest/globals';
import { entry } from '../../../../../test/support/entries.js';
import { DIALECTS } from '../../../../../test/support/rendering/context.js';
import {
  afterBlocks,
  BlockData,
  type BlockQuery,
  lookupKey,
  NO_BLOCK_SITE,
  NO_NUMBERS,
  registerBuiltInShortcodes,
  type RenderAttachment,
  type RenderDialect,
  type RenderNeeds,
} from '../../../../rendering/index.js';
import { NOTHING_UNKNOWN } from '../../../../rendering/needs.js';
import { type Entry } from '../../model/entry.js';
import { HtmlCache, type RenderedHtml } from './html-cache.js';
import { PageRendering, type PageRenderingParts } from './page-rendering.js';

class CountingCache extends HtmlCache {
  hits = 0;

  override get(key: string, inputs: readonly string[]): RenderedHtml | undefined {
    const found = super.get(key, inputs);
    if (found !== undefined) this.hits++;
    return found;
  }
}

function page(cache: HtmlCache, parts: Partial<PageRenderingParts> = {}): PageRendering {
  return new PageRendering({
    site: { url: 'http://s.test', smilies: true, blocks: NO_BLOCK_SITE, imageSizes: new Map() },
    theme: { html5: true, contentWidth: 525 },
    dialect: DIALECTS.a,
    shortcodes: registerBuiltInShortcodes(),
    cache,
    needs: new Map(),
    embeds: new Map(),
    ownPosts: new Map(),
    lookups: new Map(),
    patterns: new Map(),
    menus: new Map(),
    blockData: new BlockData(),
    blockAttachments: [],
    boundMeta: new Map(),
    wordpress: new Map(),
    attachments: new Map(),
    children: new Map(),
    fingerprints: new Map(),
    ...parts,
  });
}

const needsOf = (own: Partial<RenderNeeds>): RenderNeeds => ({
  attachments: new Set(),
  childrenOf: new Set(),
  embeds: new Map(),
  lookups: new Set(),
  pages: false,
  patterns: new Set(),
  blockQueries: new Map(),
  boundMeta: new Set(),
  unknown: NOTHING_UNKNOWN,
  tracks: false,
  ...own,
});

describe('rendering a page of entries', () => {
  test('title, content and excerpt', () => {
    const post = entry({ title: 'It\'s "here"', content: 'One.\n\nTwo.', status: 'private' });
    const rendering = page(new HtmlCache());
    expect(rendering.title(post)).toBe('Private: It&#8217;s &#8220;here&#8221;');
    expect(rendering.content(post)).toBe('<p>One.</p>\n<p>Two.</p>\n');
    expect(rendering.excerpt(post)).toBe('<p>One. Two.</p>\n');
    expect(rendering.excerpt(entry({ content: '', excerpt: '' }))).toBe('');
    const quoting = entry({ content: '"One" <code>a -- "b"</code>', excerpt: 'Manual' });
    expect(rendering.automaticExcerpt(quoting)).toBe('&#8220;One&#8221; a -- "b"');
  });

  test('galleries in revisions have the ID of the revision, and none where shortcodes there have no post', () => {
    const image = {
      id: 7,
      url: 'http://s.test/a.png',
      link: 'http://s.test/a/',
      mime: 'image/png',
      caption: '',
      title: '',
      alt: '',
    };
    const attachments = new Map([[7, image as RenderAttachment]]);
    const revision = entry({ id: 5, type: 'revision', content: '[gallery ids="7"]' });
    const classOf = (dialect: RenderDialect) =>
      /galleryid-\d+/.exec(page(new HtmlCache(), { attachments, dialect }).content(revision))?.[0];
    expect([classOf(DIALECTS.a), classOf(DIALECTS.b)]).toEqual(['galleryid-5', 'galleryid-0']);
  });

  test('contents that WordPress rendered are numbered over the page', () => {
    const theirs = { content: '<form id="wp-block-search__input-1"></form>', excerpt: '' };
    const wordpress = new Map([
      [1, theirs],
      [2, theirs],
    ]);
    const rendering = page(new HtmlCache(), { wordpress });
    const [one, two] = [1, 2].map((id) => entry({ id }));
    expect(rendering.content(one!)).toBe(theirs.content);
    expect(rendering.content(two!)).toBe('<form id="wp-block-search__input-2"></form>');
    expect(rendering.numbers(two!)).toEqual({ before: '[["block",1]]', after: '[["block",2]]' });
  });

  test('an escaped gallery in a text that WordPress rendered takes a number in its excerpt', () => {
    const image = { id: 7, url: 'http://s.test/a.png', link: '', mime: 'image/png', caption: '', title: '', alt: '' };
    const attachments = new Map([[7, image as RenderAttachment]]);
    const wordpress = new Map([[1, { content: '<p>[gallery ids="7"]</p>', excerpt: '<p>Theirs</p>' }]]);
    const numberAfter = (content: string, excerpt = '') => {
      const rendering = page(new HtmlCache(), { wordpress, attachments });
      rendering.content(entry({ id: 1, content, excerpt }));
      expect(rendering.excerpt(entry({ id: 1, content, excerpt }))).toBe('<p>Theirs</p>');
      return /gallery-\d+/.exec(rendering.content(entry({ id: 2, content: '[gallery ids="7"]' })))?.[0];
    };
    expect(numberAfter('[[gallery ids="7"]]')).toBe('gallery-2');
    expect(numberAfter('[[gallery ids="7"]]', 'Manual')).toBe('gallery-1');
    expect(numberAfter('[[unknown]]')).toBe('gallery-1');
  });

  test('is done once for the same input, and again for any other', () => {
    const cache = new CountingCache();
    expect(page(cache).content(entry())).toBe('<p>Content</p>\n');
    expect(page(cache).content(entry())).toBe('<p>Content</p>\n');
    expect(cache.hits).toBe(1);
    expect(page(cache).content(entry({ content: 'Other' }))).toBe('<p>Other</p>\n');
    expect(
      page(cache, {
        site: { url: 'http://s.test', smilies: false, blocks: NO_BLOCK_SITE, imageSizes: new Map() },
      }).content(entry()),
    ).toBe('<p>Content</p>\n');
    expect(cache.hits).toBe(1);
  });

  test('shortcodes stay in paragraphs after a content in blocks, however the entries were cached', () => {
    const cache = new HtmlCache();
    const blocks = entry({ id: 1, content: '<!-- wp:paragraph --><p>In blocks</p><!-- /wp:paragraph -->' });
    const classic = entry({ id: 2, content: '[audio src="http://s.test/a.mp3"]' });
    const contents = (entries: Entry[], parts: Partial<PageRenderingParts> = {}) => {
      const rendering = page(cache, {
        theme: { html5: true, contentWidth: 525, readsBlocks: true },
        dialect: DIALECTS.c,
        ...parts,
      });
      return { html: entries.map((one) => rendering.content(one)), rendering };
    };
    const { html: after, rendering } = contents([blocks, classic]);
    const { html: alone } = contents([classic, blocks]);
    expect(after[1]).toMatch(/^<p><audio/);
    expect(alone[0]).toMatch(/^<audio/);
    expect(rendering.isInBlocks(blocks)).toBe(true);
    expect(rendering.numbers(blocks)).toBeUndefined();
    expect(rendering.numbers(classic)?.before).toBe(afterBlocks(NO_NUMBERS));
    expect(contents([classic], { numbers: afterBlocks(NO_NUMBERS) }).html).toEqual([after[1]]);
    expect(contents([classic], { afterBlockContent: new Set([2]) }).html).toEqual([after[1]]);
    expect(contents([classic]).html).toEqual([alone[0]]);
  });

  test('an attachment that changed is shown as it is now', () => {
    const cache = new CountingCache();
    const content = '<img class="wp-image-3" src="http://s.test/u/a-300x200.jpg" width="300" height="200" />';
    const needs = new Map([[7, needsOf({ attachments: new Set([3]) })]]);
    const picture = (file: string): RenderAttachment => ({
      id: 3,
      url: `http://s.test/u/${file}.jpg`,
      link: '',
      title: '',
      caption: '',
      alt: '',
      mime: 'image/jpeg',
      menuOrder: 0,
      date: '',
      image: {
        width: 600,
        height: 400,
        file: `${file}.jpg`,
        sizes: new Map([['medium', { file: 'a-300x200.jpg', width: 300, height: 200, mime: 'image/jpeg' }]]),
      },
    });
    const visible = (file: string) =>
      page(cache, { needs, attachments: new Map([[3, picture(file)]]), fingerprints: new Map([[3, file]]) }).content(
        entry({ content }),
      );
    expect(visible('a')).toContain('http://s.test/u/a.jpg 600w');
    expect(visible('b')).toContain('http://s.test/u/b.jpg 600w');
    expect(cache.hits).toBe(0);
    expect(visible('b')).toContain('http://s.test/u/b.jpg 600w');
    expect(cache.hits).toBe(1);
  });

  test('what a shortcode looked up is shown as it is now', () => {
    const cache = new CountingCache();
    const lookup = { key: () => 'k', load: () => Promise.resolve(new Map()) };
    const shortcodes = registerBuiltInShortcodes().register(
      'probe',
      (_, __, tag, { lookups }) => lookups.get(lookupKey(tag, 'k')) ?? 'none',
      { cacheable: true, lookup },
    );
    const needs = new Map([[7, needsOf({ lookups: new Set(['probe k']) })]]);
    const visible = (text: string) =>
      page(cache, { shortcodes, needs, lookups: new Map([['probe k', text]]) }).content(
        entry({ content: 'A [probe]' }),
      );
    expect([visible('one'), visible('two'), visible('two')]).toEqual([
      '<p>A one</p>\n',
      '<p>A two</p>\n',
      '<p>A two</p>\n',
    ]);
    expect(cache.hits).toBe(1);
  });

  test('an embedded post of this site is rendered again when it changes, and keeps the entry out of the entry cache', () => {
    const cache = new CountingCache();
    const url = 'http://s.test/embedded/';
    const embedding = entry({ content: url });
    const needs = new Map([[7, needsOf({ embeds: new Map([['_oembed_1', { url, width: 525, height: 788 }]]) })]]);
    const post = (title: string) => ({ link: url, title, siteName: 'S', endsWithSlash: true });
    const rendered = (title?: string) => {
      const ownPosts = new Map([[url, title === undefined ? undefined : post(title)]]);
      const rendering = page(cache, { needs, ownPosts });
      const html = rendering.content(embedding);
      expect(rendering.isCacheable(embedding)).toBe(false);
      return html;
    };
    expect(rendered('One')).toContain('>One</a>');
    expect(rendered('Two')).toContain('>Two</a>');
    expect(rendered()).toBe(`<p>${url}</p>\n`);
    expect(cache.hits).toBe(0);
    rendered();
    expect(cache.hits).toBe(1);
  });

  test.each<[keyof RenderNeeds, RenderNeeds[keyof RenderNeeds], boolean]>([
    ['attachments', new Set([3]), true],
    ['childrenOf', new Set([7]), true],
    ['embeds', new Map([['_oembed_1', { url: 'http://other.test/', width: 1, height: 1 }]]), true],
    ['tracks', true, false],
    ['lookups', new Set(['probe k']), false],
    ['patterns', new Set([9]), false],
    ['blockQueries', new Map<string, BlockQuery>([['{"kind":"pages"}', { kind: 'pages' }]]), false],
    ['boundMeta', new Set(['footnotes']), true],
  ])('the versions of an entry cover its references, or it is not cached: %s', (name, need, isCacheable) => {
    const needs = needsOf({ [name]: need });
    const rendering = page(new HtmlCache(), { needs: new Map([[7, needs]]) });
    rendering.content(entry());
    expect(rendering.isCacheable(entry())).toBe(isCacheable);
  });

  test('players are numbered across the page, also when their HTML is cached', () => {
    const cache = new CountingCache();
    const player = entry({ content: 'http://s.test/a.mp3' });
    for (let request = 0; request < 2; request++) {
      const rendering = page(cache);
      expect(rendering.content(player)).toContain('audio-7-1');
      expect(rendering.content(entry({ ...player, id: 8 }))).toContain('audio-8-2');
    }
    expect(cache.hits).toBe(2);
  });
});
