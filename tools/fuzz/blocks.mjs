import { hostileText, hostileValue } from './values.mjs';

const NAMES = [
  ...[
    'group',
    'columns',
    'column',
    'query',
    'post-template',
    'post-title',
    'post-content',
    'post-excerpt',
    'post-terms',
  ],
  ...[
    'gallery',
    'image',
    'list',
    'list-item',
    'latest-posts',
    'latest-comments',
    'archives',
    'categories',
    'tag-cloud',
  ],
  ...['calendar', 'navigation', 'page-list', 'search', 'rss', 'block', 'template-part', 'shortcode', 'html', 'cover'],
  ...['buttons', 'button', 'details', 'table', 'quote', 'comments', 'social-links', 'query-pagination', 'embed', 'x/y'],
];
const HTML = [
  '<p>a</p>',
  '<div class="wp-block-group">',
  '</div>',
  '<img src="a" class="wp-image-1">',
  '[gallery]',
  'a',
  '\n\n',
];
/** Rendering takes time in proportion to the text; so much of it is well within the budget. */
const MOST = 20_000;

/** Content of a post with blocks: nested, repeated, damaged, with attributes of any size. */
export function blockContent(random) {
  const make = random.pick([nested, siblings, queryLoops, unclosed, hugeAttributes, shuffled]);
  return make(random).slice(0, MOST).toWellFormed();
}

const opening = (name, attributes, end = '-->') =>
  `<!-- wp:${name} ${attributes === undefined ? '' : `${JSON.stringify(attributes)} `}${end}`;
const closing = (name) => `<!-- /wp:${name} -->`;
const count = (random) => random.pick([1, 5, 30, 200, 1000]);

function nested(random) {
  const names = Array.from({ length: count(random) }, () => random.pick(NAMES));
  const names2 = random.chance(0.5) ? names : names.map(() => names[0]);
  const closed = random.chance(0.8) ? names2.toReversed() : names2.slice(random.below(names2.length));
  return `${names2.map((name) => opening(name, attributesOf(random)) + random.pick(HTML)).join('')}x${closed.map(closing).join('')}`;
}

function siblings(random) {
  const name = random.pick(NAMES);
  const attributes = attributesOf(random);
  const block = random.chance(0.5)
    ? opening(name, attributes, '/-->')
    : opening(name, attributes) + random.pick(HTML) + closing(name);
  return block.repeat(count(random));
}

function queryLoops(random) {
  const depth = random.pick([1, 2, 3, 5, 20]);
  const query = { perPage: random.pick([1, 10, 100, -1, 1e9]), postType: 'post', inherit: false, offset: 0 };
  const begin = opening('query', { query }) + opening('post-template');
  const inner = ['post-content', 'post-excerpt', 'post-title', 'latest-posts'].map((name) => opening(name, {}, '/-->'));
  const loop = begin.repeat(depth) + inner.join('') + (closing('post-template') + closing('query')).repeat(depth);
  return loop.repeat(random.pick([1, 1, 5, 40]));
}

function unclosed(random) {
  const piece = random.pick([
    '<!-- wp:',
    '<!-- wp:a {',
    '<!-- wp:a {"a":"',
    '<!-- /wp:',
    '<!--',
    opening('group'),
    closing('group'),
    '{"a":',
  ]);
  return `${random.pick(HTML)}${piece.repeat(count(random) * 5)}${random.pick(HTML)}`;
}

function hugeAttributes(random) {
  const value = random.pick([
    'a'.repeat(50_000),
    '<'.repeat(20_000),
    Array.from({ length: 5000 }, (_, index) => index),
    Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`k${index}`, index])),
    JSON.parse('['.repeat(500) + ']'.repeat(500)),
    hostileValue(random),
  ]);
  const name = random.pick(NAMES);
  const key = random.pick(['className', 'style', 'layout', 'ids', 'query', 'ref', 'url', 'anchor', 'metadata', 'x']);
  return opening(name, { [key]: value }) + random.pick(HTML) + closing(name);
}

function shuffled(random) {
  const pieces = Array.from({ length: count(random) }, () => {
    const name = random.pick(NAMES);
    return random.pick([
      opening(name, attributesOf(random)),
      closing(name),
      random.pick(HTML),
      hostileText(random).slice(0, 200),
    ]);
  });
  return pieces.join('');
}

function attributesOf(random) {
  return random.pick([
    undefined,
    {},
    { ref: 1 },
    { layout: { type: 'flex' }, style: { spacing: { padding: { top: '1px' } }, typography: { fontSize: '2em' } } },
    { className: hostileText(random).slice(0, 300) },
    { postsToShow: 100, displayPostContent: true, columns: 6 },
    { [hostileText(random).slice(0, 50)]: hostileValue(random, 4) },
  ]);
}
