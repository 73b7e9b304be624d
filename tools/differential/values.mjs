// Random arguments for the requests that are sent to both sites: what the index of WordPress declares, mostly valid.
const WORDS = [
  'river',
  'Ünïcode',
  '“quotes”',
  'a & b',
  '<em>stress</em>',
  '1 < 2',
  "it's",
  '--',
  '...',
  '😀',
  'castle',
  'x\\y',
];
const BLOCKS = [
  '<!-- wp:paragraph -->\n<p>By the river -- at "noon"</p>\n<!-- /wp:paragraph -->',
  '<!-- wp:heading {"level":3} -->\n<h3 class="wp-block-heading">Heading</h3>\n<!-- /wp:heading -->',
  '<!-- wp:group {"layout":{"type":"constrained"}} -->\n<div class="wp-block-group"><!-- wp:paragraph -->\n<p>Inside</p>\n<!-- /wp:paragraph --></div>\n<!-- /wp:group -->',
  '<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->',
  '<p onclick="x()">Plain <script>alert(1)</script> <a href="javascript:x">link</a></p>',
  '[caption width="300"]<img src="/a.png"> A caption[/caption]',
];
/** Neither of the type nor of the range that an argument declares. */
const INVALID = [
  'nonsense',
  '',
  '-1',
  '0',
  '999999999',
  ['x', 'y'],
  { raw: 'x' },
  null,
  true,
  1.5,
  '2018-13-45',
  '<b>',
];
const ONE_INVALID_IN = 25;
/** Arguments by the list of the site from which their values come. */
const FROM = {
  author: 'users',
  author_exclude: 'users',
  post: 'entries',
  parent: 'same',
  parent_exclude: 'same',
  include: 'same',
  exclude: 'same',
  featured_media: 'media',
  categories: 'categories',
  categories_exclude: 'categories',
  tags: 'tags',
  tags_exclude: 'tags',
  genres: 'genres',
  moods: 'moods',
  menus: 'menus',
  menus_exclude: 'menus',
  object_id: 'entries',
  reassign: 'users',
  page_on_front: 'pages',
  page_for_posts: 'pages',
  site_icon: 'media',
  site_logo: 'media',
  default_category: 'categories',
};

export class Values {
  #made = 0;

  /** `pools`: identifiers on the site, by collection; `slugs` in the same way. */
  constructor(random, pools, slugs) {
    Object.assign(this, { random, pools, slugs });
  }

  text() {
    return [...this.random.many(2, () => this.random.pick(WORDS)), this.random.pick(WORDS)].join(' ');
  }

  content() {
    const { random } = this;
    return [random.pick([...BLOCKS, this.text()]), ...random.many(2, () => random.pick(BLOCKS))].join('\n\n');
  }

  identifier(collection) {
    const pool = this.pools[collection] ?? [];
    return pool.length > 0 ? this.random.pick(pool) : 1;
  }

  /** A value of an argument of a route below `collection`. */
  of(name, schema, collection, isWrite) {
    const { random } = this;
    if (random.below(ONE_INVALID_IN) === 0) return random.pick(INVALID);
    const from =
      FROM[name] === 'same'
        ? collection
        : FROM[name] === 'entries'
          ? random.pick(['posts', 'posts', 'pages', 'books'])
          : FROM[name];
    if (from !== undefined) {
      if (isWrite && ['parent', 'featured_media'].includes(name) && random.chance(0.3)) return 0;
      const isList = [schema.type].flat().includes('array');
      return isList ? [this.identifier(from), ...random.many(3, () => this.identifier(from))] : this.identifier(from);
    }
    return this.#named(name, schema, collection, isWrite) ?? this.bySchema(schema, name);
  }

  #named(name, schema, collection, isWrite) {
    const { random } = this;
    switch (name) {
      case 'per_page':
        return 1 + random.below(12);
      case 'page':
        return 1 + random.below(4);
      case 'offset':
        return random.below(15);
      case 'search':
        return random.pick(['river', 'castle', 'a', 'admin', 'tag', 'no such word', 'Größe', '"silver morning"', '0']);
      case 'slug': {
        const pool = this.slugs[collection] ?? ['x'];
        if (isWrite) return random.pick(['one', 'two', 'Größe x', ...pool.slice(0, 3)]);
        return schema.type === 'array' ? [random.pick(pool), random.pick(pool)] : random.pick(pool);
      }
      case 'content':
        return random.chance(0.2) ? { raw: this.content() } : this.content();
      case 'title':
      case 'excerpt':
      case 'caption':
      case 'description':
        return random.chance(0.2) && [schema.type].flat().includes('object') ? { raw: this.text() } : this.text();
      case 'status':
        if (isWrite && schema.enum) return random.pick(schema.enum);
        return undefined;
      case 'password':
        return random.pick(['', 'secret', 'other secret']);
      case 'username':
        return `user${++this.#made}x`;
      case 'email':
      case 'author_email':
        return `user${++this.#made}@site.test`;
      case 'roles':
        return [random.pick(['author', 'editor', 'subscriber', 'contributor'])];
      case 'locale':
        return random.pick(['', 'en_US']);
      case 'template':
        return random.pick(['', '', 'page-no-title', 'nothing']);
      case 'menu_order':
        return 1 + random.below(9);
      case 'id':
        return this.identifier(collection);
      default:
        return undefined;
    }
  }

  bySchema(schema, name = '', depth = 0) {
    const { random } = this;
    if (schema.enum?.length > 0) return random.pick(schema.enum);
    const choice = schema.oneOf ?? schema.anyOf;
    if (choice && schema.type === undefined) return this.bySchema(random.pick(choice), name, depth);
    const types = [schema.type ?? 'string'].flat().filter((type) => type !== 'null' || random.chance(0.1));
    switch (types.length > 0 ? random.pick(types) : 'null') {
      case 'null':
        return null;
      case 'integer':
        return (schema.minimum ?? 0) + random.below(Math.min(schema.maximum ?? 9, 20) - (schema.minimum ?? 0) + 1);
      case 'number':
        return random.pick([0, 1, 2.5, 7]);
      case 'boolean':
        return random.chance(0.5);
      case 'array':
        return random.many(3, () => this.bySchema(schema.items ?? {}, name, depth + 1));
      case 'object':
        return Object.fromEntries(
          Object.entries(schema.properties ?? {})
            .filter(([, { readonly }]) => !readonly && random.chance(depth === 0 ? 0.4 : 0.6))
            .map(([member, of]) => [
              member,
              random.below(ONE_INVALID_IN) === 0 ? random.pick(INVALID) : this.bySchema(of, member, depth + 1),
            ]),
        );
      default:
        return this.#text(schema, name);
    }
  }

  #text({ format }, name) {
    const { random } = this;
    if (format === 'date-time' || /date|after|before/.test(name)) {
      const time = new Date(
        Date.UTC(2020 + random.below(5), random.below(12), 1 + random.below(28), random.below(24), random.below(60)),
      );
      return time.toISOString().slice(0, 19) + random.pick(['', '', 'Z', '+02:00']);
    }
    if (format === 'uri') return random.pick(['https://example.org/a?b=1&c=2', 'http://example.org', '/relative']);
    if (format === 'email') return `mail${++this.#made}@site.test`;
    if (format === 'ip') return '127.0.0.2';
    return this.text();
  }
}
