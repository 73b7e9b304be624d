// Contents of random blocks with random attributes, as an editor or a program could store them. The same seed gives the same contents.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const read = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const TYPES = new Map(
  read('src/rendering/blocks/core-block-types.json').map((type) => [type.name.replace('core/', ''), type]),
);
/** What the block editor saves, by the name of the block. */
const SAVED = new Map();
for (const {
  in: [text],
  tag,
} of read('test/vectors/c/saved_blocks.json').cases) {
  const name = tag.replace('core/', '');
  SAVED.set(name, [...(SAVED.get(name) ?? []), text]);
}

/** Blocks that stand by themselves in a content; the others are parts of these. */
const OUTERMOST = [
  ...['paragraph', 'heading', 'list', 'quote', 'image', 'gallery', 'buttons', 'columns', 'group', 'cover', 'details'],
  ...['media-text', 'table', 'separator', 'spacer', 'code', 'preformatted', 'verse', 'pullquote', 'file', 'video'],
  ...['audio', 'embed', 'html', 'shortcode', 'more', 'accordion', 'social-links', 'latest-posts', 'latest-comments'],
  ...['archives', 'calendar', 'categories', 'tag-cloud', 'search', 'page-list', 'navigation', 'home-link', 'loginout'],
  ...['site-title', 'site-tagline', 'site-logo', 'avatar', 'breadcrumbs', 'footnotes', 'query', 'post-title'],
  ...['post-date', 'post-author', 'post-author-name', 'post-author-biography', 'post-excerpt', 'post-featured-image'],
  ...['post-terms', 'post-content', 'post-comments-count', 'post-comments-link', 'post-time-to-read', 'read-more'],
  ...['comments', 'comments-title', 'post-template', 'query-pagination', 'query-total', 'query-title'],
  ...['query-no-results', 'terms-query', 'term-name', 'post-navigation-link', 'navigation-link', 'navigation-submenu'],
  ...['math', 'block', 'tabs', 'playlist', 'template-part', 'post-comments-form', 'comment-template', 'text-columns'],
];
const INSIDE_POSTS = [
  'post-title',
  'post-date',
  'post-excerpt',
  'post-terms',
  'post-author-name',
  'post-featured-image',
];
const INSIDE_COMMENTS = ['comment-author-name', 'comment-content', 'comment-date', 'comment-reply-link', 'avatar'];
const INSIDE_PAGES = ['query-pagination-previous', 'query-pagination-numbers', 'query-pagination-next'];
/** Blocks whose inner blocks are chosen here, between the HTML that is saved around them. */
const CONTAINERS = {
  group: [['<div class="wp-block-group">', '</div>'], OUTERMOST.slice(0, 30)],
  query: [
    ['<div class="wp-block-query">', '</div>'],
    ['post-template', 'query-pagination', 'query-total', 'query-no-results'],
  ],
  'post-template': [['', ''], INSIDE_POSTS],
  'query-pagination': [['', ''], INSIDE_PAGES],
  'query-no-results': [['', ''], ['paragraph']],
  comments: [
    ['<div class="wp-block-comments">', '</div>'],
    ['comments-title', 'comment-template', 'comments-pagination'],
  ],
  'comment-template': [['', ''], INSIDE_COMMENTS],
  'comments-pagination': [
    ['', ''],
    ['comments-pagination-previous', 'comments-pagination-numbers', 'comments-pagination-next'],
  ],
  navigation: [
    ['', ''],
    ['navigation-link', 'navigation-submenu', 'home-link', 'page-list', 'search', 'site-title', 'spacer'],
  ],
  'navigation-submenu': [['', ''], ['navigation-link']],
  'terms-query': [['<div class="wp-block-terms-query">', '</div>'], ['term-template']],
  'term-template': [
    ['', ''],
    ['term-name', 'term-count', 'term-description'],
  ],
  'social-links': [['<ul class="wp-block-social-links">', '</ul>'], ['social-link']],
};

const SLUGS = ['base', 'accent-1', '2xl', 'vivid-red', 'Größe', 'camelCase', 'x2large'];
const LENGTHS = ['10px', '1.5rem', '0', '50%', 'var:preset|spacing|30', 'var:preset|spacing|2xl', '2em', '40px'];
const COLORS = ['#abcdef', 'red', 'var:preset|color|accent-1', 'rgba(0,0,0,.5)', 'var:preset|color|3dBlue'];
const TEXTS = ['A label', 'A & <b>b</b>', 'Größe "x"', '', "It's 5 > 3", '0'];
/** Values by the name of an attribute, for those that need a certain kind of text or number. */
const VALUES = {
  backgroundColor: SLUGS,
  textColor: SLUGS,
  borderColor: SLUGS,
  gradient: SLUGS,
  overlayColor: SLUGS,
  iconColor: SLUGS,
  iconBackgroundColor: SLUGS,
  overlayTextColor: SLUGS,
  overlayBackgroundColor: SLUGS,
  fontSize: ['small', 'large', '2xl', 'x-large'],
  fontFamily: ['manrope', 'fira-code', 'f2'],
  className: ['own', 'is-style-outline', 'a b', 'is-style-plain', 'is-style-section-2'],
  anchor: ['here', 'a-1'],
  ariaLabel: ['The label', 'a "b"'],
  textAlign: ['left', 'center', 'right'],
  level: [0, 1, 2, 3, 6, 7],
  type: ['monthly', 'yearly', 'post', 'page', 'archive', 'previous', 'next', 'text', 'post-type'],
  service: ['github', 'mail', 'x', 'wordpress', 'unknown', 'feed'],
  url: ['/a', 'https://example.org/x?a=1&b=2', 'ann@site.test', 'example.org', '#top', 'mailto:ann@site.test'],
  taxonomy: ['category', 'post_tag', 'nope'],
  term: ['category', 'post_tag', 'nope'],
  linkTarget: ['_self', '_blank'],
  rel: ['nofollow', 'me noopener'],
  format: ['Y/m/d', 'human-diff', 'F j', 'c'],
  datetime: ['2020-05-06T07:08:09Z', '2020-05-06', 'nonsense'],
  buttonPosition: ['button-outside', 'button-inside', 'button-only', 'no-button', 'other'],
  tagName: ['div', 'section', 'search', 'main', 'a', 'button'],
  widthUnit: ['px', '%'],
  width: [50, 200, '75'],
  height: ['10px', 200],
  overlayMenu: ['never', 'mobile', 'always'],
  submenuVisibility: ['hover', 'click', 'always'],
  paginationArrow: ['none', 'arrow', 'chevron'],
  displayType: ['total-results', 'range-display', 'date', 'modified'],
  displayMode: ['time', 'words'],
  smallestFontSize: ['8pt', '1.5rem', '10px', '50%'],
  largestFontSize: ['22pt', '2rem', '30px'],
  sizeSlug: ['thumbnail', 'medium', 'large', 'full'],
  featuredImageSizeSlug: ['thumbnail', 'medium'],
  mediaSizeSlug: ['medium', 'full'],
  featuredImageAlign: ['left', 'right'],
  aspectRatio: ['16/9', 'auto', '1'],
  scale: ['cover', 'contain'],
  displayPostContentRadio: ['excerpt', 'full_post'],
  displayContent: ['none', 'excerpt', 'full'],
  order: ['asc', 'desc'],
  orderBy: ['title', 'id', 'modified'],
  separator: ['/', '>', ' – '],
  slug: ['header', 'no-such-part'],
  mediaType: ['image', 'video'],
  mediaPosition: ['left', 'right'],
  submenu: [],
  kind: ['custom', 'post-type'],
  averageReadingSpeed: [200, 100],
  columns: [2, 3, 4],
  size: [24, 48, 96],
  avatarSize: [24, 48, 96],
  userId: [1, 2, 9999],
  month: [1, 6, 12],
  year: [2021, 2023],
  postsToShow: [1, 3, 5],
  commentsToShow: [1, 3],
  numberOfTags: [5, 45],
  excerptLength: [10, 55, 100],
  dimRatio: [30, 50],
  queryId: [1, 7],
  midSize: [1, 2],
  selectedAuthor: [1, 2],
};
/** Attributes that have a meaning in editors only, or refer to entries that the site may not have. */
const LEFT_OUT = new Set([
  ...['lock', 'blob', 'placeholder', 'templateLock', 'levelOptions', 'ref', 'parentPageID', 'content', 'id', 'mediaId'],
  ...['parents', 'example', 'legacy', 'inherit', 'allowedVideoProviders', 'icon', 'originalName', 'slug', 'theme'],
]);

/** Numbers from 0 to 1, the same for the same seed. */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

class RandomBlocks {
  constructor(seed, { images, pattern }) {
    this.next = generator(seed);
    this.images = images;
    this.pattern = pattern;
  }

  chance(share) {
    return this.next() < share;
  }

  of(values) {
    return values[Math.floor(this.next() * values.length)];
  }

  content() {
    return Array.from({ length: 1 + Math.floor(this.next() * 3) }, () => this.block(this.of(OUTERMOST), 0)).join(
      '\n\n',
    );
  }

  block(name, depth) {
    const attributes = this.attributes(name);
    const [around, allowed] = CONTAINERS[name] ?? [];
    if (around && depth < 4) {
      const inner = name === 'query' || name === 'comments' || name === 'terms-query' ? allowed : this.some(allowed);
      const inside = inner.map((one) => this.block(one, depth + 1)).join('\n\n');
      return `<!-- wp:${name} ${json(attributes)} -->\n${around[0]}${inside}${around[1]}\n<!-- /wp:${name} -->`;
    }
    const saved = SAVED.get(name);
    return saved ? this.withAttributes(this.of(saved), name, attributes) : `<!-- wp:${name} ${json(attributes)} /-->`;
  }

  some(names) {
    return Array.from({ length: 1 + Math.floor(this.next() * 3) }, () => this.of(names));
  }

  /** What the editor saves, with further attributes in the delimiter and an image that exists. */
  withAttributes(text, name, attributes) {
    const [, stored = '{}'] = /^<!-- wp:[\w-]+ (\{.*?\} )?/.exec(text) ?? [];
    const merged = { ...JSON.parse(stored), ...attributes };
    const image = this.of(this.images);
    if ('id' in merged) merged.id = image.id;
    if ('mediaId' in merged) merged.mediaId = image.id;
    if (name === 'block') merged.ref = this.pattern;
    return text
      .replace(/^<!-- wp:[\w-]+ (?:\{.*?\} )?/, () => `<!-- wp:${name} ${json(merged)} `)
      .replaceAll('/uploads/a.jpg', image.url)
      .replaceAll('wp-image-7', `wp-image-${image.id}`)
      .replaceAll(/(<img[^>]*src=")\/uploads\/file\.bin/g, `$1${image.url}`);
  }

  attributes(name) {
    const { attributes = {}, supports = {} } = TYPES.get(name) ?? {};
    const chosen = {};
    for (const [key, { source, ...declared }] of Object.entries(attributes)) {
      if (source || LEFT_OUT.has(key) || !this.chance(0.22)) continue;
      const value = this.value(key, declared, supports);
      if (value !== undefined) chosen[key] = value;
    }
    if (name === 'query') chosen.query = this.query();
    if (name === 'social-link') chosen.url ??= this.of(VALUES.url);
    if (name.startsWith('navigation-')) chosen.label ??= 'A label';
    return chosen;
  }

  value(key, { type, enum: choices }, supports) {
    if (key === 'style') return this.style(supports);
    if (key === 'layout') return this.layout();
    if (key === 'metadata') return this.chance(0.2) ? { blockVisibility: { viewport: { mobile: false } } } : undefined;
    if (choices) return this.of(choices.filter((one) => one !== ''));
    const listed = VALUES[key];
    if (listed) return this.of(listed.filter((one) => fits(one, type)).concat(listed.length === 0 ? [undefined] : []));
    if (/color$/i.test(key)) return this.of(['#123456', 'green']);
    if (type === 'boolean') return this.chance(0.5);
    if (type === 'number' || type === 'integer') return this.of([0, 1, 2, 5]);
    return type === 'string' ? this.of(TEXTS) : undefined;
  }

  query() {
    return {
      perPage: this.of([1, 3, 10]),
      postType: this.of(['post', 'post', 'page']),
      order: this.of(['asc', 'desc']),
      orderBy: this.of(['date', 'title']),
      offset: this.of([0, 2]),
      sticky: this.of(['', 'exclude', 'only']),
      search: this.of(['', '', 'lorem']),
      inherit: this.chance(0.1),
    };
  }

  layout() {
    const type = this.of(['default', 'constrained', 'flex', 'grid']);
    const further = {
      justifyContent: ['left', 'center', 'right', 'space-between'],
      orientation: ['vertical', 'horizontal'],
      flexWrap: ['nowrap', 'wrap'],
      contentSize: ['500px'],
      wideSize: ['900px'],
      columnCount: [2, 3],
      minimumColumnWidth: ['10rem'],
      verticalAlignment: ['top', 'center'],
    };
    return { type, ...this.members(further, 0.25) };
  }

  style(supports) {
    const style = {};
    const border = { color: COLORS, radius: ['5px', '1em'], style: ['solid', 'dashed'], width: ['1px', '2px'] };
    if (this.chance(0.5))
      style.color = this.members({ text: COLORS, background: COLORS, gradient: ['linear-gradient(red,blue)'] }, 0.4);
    if (this.chance(0.5))
      style.typography = this.members(
        {
          fontSize: ['40px', '1.5rem', '12px', '2em'],
          fontStyle: ['italic'],
          fontWeight: ['700'],
          lineHeight: ['1.5'],
          letterSpacing: ['2px'],
          textDecoration: ['underline', 'line-through'],
          textTransform: ['uppercase'],
          textAlign: ['left', 'center'],
          writingMode: ['vertical-rl'],
          textColumns: ['2'],
        },
        0.3,
      );
    if (this.chance(0.4))
      style.spacing = this.members(
        { blockGap: LENGTHS, padding: [this.sides()], margin: [this.sides()] },
        supports.spacing ? 0.4 : 0.1,
      );
    if (this.chance(0.3)) style.border = this.members({ ...border, top: [{ width: '1px', color: '#abc' }] }, 0.4);
    if (this.chance(0.15)) style.dimensions = this.members({ minHeight: ['100px'], aspectRatio: ['16/9'] }, 0.5);
    if (this.chance(0.15)) style.elements = { link: { color: { text: this.of(COLORS) } } };
    if (this.chance(0.1)) style.shadow = this.of(['var:preset|shadow|natural', '1px 1px red']);
    if (this.chance(0.1)) style.layout = this.members({ selfStretch: ['fill'], columnSpan: [2] }, 0.6);
    if (this.chance(0.05)) style.css = 'color: red';
    return style;
  }

  sides() {
    return this.members({ top: LENGTHS, right: LENGTHS, bottom: LENGTHS, left: LENGTHS }, 0.5);
  }

  members(choices, share) {
    const found = Object.entries(choices).flatMap(([name, values]) =>
      this.chance(share) ? [[name, this.of(values)]] : [],
    );
    return Object.fromEntries(found);
  }
}

function fits(value, type) {
  const types = [type].flat();
  if (typeof value === 'number') return types.some((one) => one === 'number' || one === 'integer');
  return types.some((one) => one === 'string' || one === 'rich-text');
}

/** Attributes as the editor writes them into a comment. */
function json(attributes) {
  return JSON.stringify(attributes)
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\\"', '\\u0022');
}

/** Random contents. `images` are `{ id, url }` of the site, `pattern` the ID of a synced pattern. */
export function randomContents(seed, count, site) {
  const blocks = new RandomBlocks(seed, site);
  return Array.from({ length: count }, () => blocks.content());
}
