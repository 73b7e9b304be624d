import { describe, expect, test } from '@jest/globals';
import { PhpArray, type PhpValue } from '../../../text/php/index.js';
import { YoastOptions } from '../yoast-options.js';
import { headTags } from './head.js';
import { type EntryFacts, type HeadImage, type HeadSite, type Subject } from './subject.js';

const SITE: HeadSite = {
  home: 'http://site.test:8080/',
  name: 'Harbour',
  description: 'About boats',
  locale: 'en_US',
  hasPrettyLinks: true,
  endsWithSlash: true,
  postsPage: 0,
  types: new Map(),
  hierarchicalTaxonomies: ['category'],
  stripShortcodes: (text) => text.replace(/\[caption\].*?\[\/caption\]/g, ''),
  date: (mysql) => mysql,
};

const map = (values: Readonly<Record<string, PhpValue>>) => PhpArray.map(Object.entries(values));

function optionsWith(titles: Readonly<Record<string, PhpValue>>, social: Readonly<Record<string, PhpValue>> = {}) {
  return new YoastOptions({
    active_plugins: undefined,
    wpseo: map({}),
    wpseo_titles: map(titles),
    wpseo_social: map(social),
    wpseo_taxonomy_meta: undefined,
  });
}

const assigned = (id: number, taxonomy: string, name: string) => ({
  id,
  termTaxonomyId: id,
  taxonomy,
  name,
  slug: name,
  parent: 0,
});

interface Page {
  readonly own?: Readonly<Record<string, string>>;
  readonly facts?: Partial<EntryFacts>;
  readonly images?: { readonly openGraphImage?: HeadImage; readonly foundImage?: HeadImage };
}

function post({ own = {}, facts = {}, images = {} }: Page): Subject {
  const entry = {
    id: 1,
    type: 'post',
    status: 'publish',
    title: 'A post',
    content: 'One <!--nextpage--> two',
    excerpt: '',
    author: 1,
    parent: 0,
    date: '2024-01-02 03:04:05',
    dateGmt: '2024-01-02 03:04:05',
    modified: '2024-01-02 03:04:05',
    modifiedGmt: '2024-01-02 03:04:05',
  } as unknown as EntryFacts['entry'];
  return {
    kind: 'entry',
    as: 'entry',
    permalink: 'http://site.test:8080/a-post/',
    own: new Map(Object.entries(own)),
    trail: [],
    ...images,
    facts: {
      entry,
      isProtected: false,
      opensComments: false,
      comments: 0,
      hiddenText: '',
      title: 'A post',
      terms: [],
      parentTitle: '',
      excerpt: 'The beginning',
      termDescriptions: new Map(),
      meta: new Map(),
      ...facts,
    },
  };
}

function tagsOf(page: Page, options = optionsWith({})): Record<string, unknown> {
  const tags = headTags(post(page), { site: SITE, options, now: () => '2024-05-06 07:08:09' });
  return Object.fromEntries(tags.map(({ name, value }) => [name, value]));
}

describe('templates', () => {
  test('one that comes out empty is not replaced by the next; the title is that of the site', () => {
    const tags = tagsOf(
      { own: { title: '%%term_title%%', metadesc: 'Described', 'opengraph-description': '%%term_title%%' } },
      optionsWith({}),
    );
    expect(tags).toMatchObject({ title: 'Harbour', description: 'Described', 'og:title': '', 'og:description': '' });
  });

  test('only the separators of %%sep%% are merged', () => {
    const options = optionsWith({ separator: 'sc-pipe' });
    expect(tagsOf({ own: { title: 'a | | b' } }, options).title).toBe('a | | b');
    expect(tagsOf({ own: { title: 'a %%sep%% %%sep%% b' } }, options).title).toBe('a | b');
  });

  test('variables of terms: first descriptions, first category, none of terms', () => {
    const facts = {
      terms: [assigned(5, 'post_tag', 'Tag'), assigned(6, 'category', 'Boats'), assigned(7, 'category', 'Cars')],
      termDescriptions: new Map([[6, 'All <b>boats</b>']]),
    };
    expect(tagsOf({ own: { title: '%%category_title%%: %%ct_desc_category%%' }, facts }).title).toBe(
      'Boats: All boats',
    );
    expect(tagsOf({ own: { title: '%%archive_title%%' } }).title).toBe('Archives');
  });

  test('the hierarchy of a term has its names, and separators between them', () => {
    const term = { id: 9, taxonomy: 'category', name: 'Sail', description: '', hierarchy: ['Boats & co', 'Sail'] };
    const own = new Map([['title', '%%term_hierarchy%% %%category%%']]);
    const subject: Subject = { kind: 'term', permalink: '', own, trail: [], term };
    const [title] = headTags(subject, { site: SITE, options: optionsWith({}), now: () => '' });
    expect(title?.value).toBe('Boats &amp; co - Sail');
    // As in the plugin, characters of the separator that end a name go with it.
    const bullet = optionsWith({ separator: 'sc-bull' });
    const numbered: Subject = { ...subject, term: { ...term, hierarchy: ['Sail 8'] } };
    expect(headTags(numbered, { site: SITE, options: bullet, now: () => '' })[0]?.value).toBe('Sail');
  });

  test('shortcodes vanish from the content with what they enclose', () => {
    const { facts } = post({}) as Extract<Subject, { kind: 'entry' }>;
    const entry = { ...facts.entry, content: 'Text [caption]of an image[/caption] [unknown a=1]inside' };
    expect(tagsOf({ own: { title: '%%post_content%%' }, facts: { entry } }).title).toBe('Text inside');
  });

  test('an automatic excerpt ends with a word, and white space is one blank', () => {
    const { facts } = post({}) as Extract<Subject, { kind: 'entry' }>;
    const entry = { ...facts.entry, content: `${'word  \n\n'.repeat(31)}last word` };
    const { title } = tagsOf({ own: { title: '%%excerpt%%' }, facts: { entry } });
    expect(title).toBe('word '.repeat(31).trim());
  });

  test('descriptions lose backslashes, those for Twitter keep markup', () => {
    const own = { metadesc: String.raw`It\'s`, 'twitter-title': '%%title%%' };
    const { facts } = post({}) as Extract<Subject, { kind: 'entry' }>;
    const entry = { ...facts.entry, title: 'A <em>post</em>' };
    expect(tagsOf({ own, facts: { entry } })).toMatchObject({
      description: "It's",
      'og:description': "It's",
      'twitter:title': 'A <em>post</em>',
    });
  });
});

describe('addresses', () => {
  test('a canonical path stays a path', () => {
    expect(tagsOf({ own: { canonical: '/elsewhere/' } }).canonical).toBe('/elsewhere/');
  });

  test('pages that are not to be listed have no next page', () => {
    expect(tagsOf({}).next).toBe('http://site.test:8080/a-post/2/');
    expect(tagsOf({ own: { 'meta-robots-noindex': '1' } }).next).toBe('');
  });

  test('the path of an image gets the host without its port', () => {
    const { 'og:image': images } = tagsOf({ images: { openGraphImage: { url: '/a/b.png?x=1' } } });
    expect(images).toEqual([{ url: 'http://site.test/a/b.png', type: '', width: '', height: '' }]);
  });
});

describe('images and authors', () => {
  test('a chosen image that networks cannot show is replaced by that of the site', () => {
    const options = optionsWith({});
    const site = { ...SITE, defaultImage: { url: 'http://site.test/default.png' } };
    const subject = post({
      images: { openGraphImage: { url: '' }, foundImage: { url: 'http://site.test/found.png' } },
    });
    const tags = headTags(subject, { site, options, now: () => '' });
    expect(tags.find(({ name }) => name === 'og:image')?.value).toMatchObject([
      { url: 'http://site.test/default.png' },
    ]);
  });

  test('without Open Graph, Twitter gets the file of the content’s image, and nothing names the author', () => {
    const tags = tagsOf(
      {
        images: { foundImage: { url: 'http://site.test/a-300x200.png' } },
        facts: {
          contentImage: { url: 'http://site.test/a.png' },
          contentImageUrl: 'http://site.test/a-300x200.png',
        },
      },
      optionsWith({}, { opengraph: false }),
    );
    expect(tags['twitter:image']).toBe('http://site.test/a.png');
    expect(tags).not.toHaveProperty('author');
  });

  test('the time to read a protected text follows from its length', () => {
    const facts = { isProtected: true, hiddenText: 'word '.repeat(400) };
    expect(tagsOf({ facts })['twitter:misc']).toEqual({ 'Est. reading time': '2 minutes' });
  });
});
