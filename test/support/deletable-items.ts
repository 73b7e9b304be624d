import { type DeletingSite } from './deleting-site.js';

/** Rows that another session deletes: the table without its prefix, a column and a value. */
export type Rows = readonly [table: string, column: string, value: number | string];

interface Target {
  readonly path: string;
  readonly rows: readonly Rows[];
}

export interface DeletableItem {
  readonly variant: 'A' | 'C';
  /** An item of its own for each attempt. */
  make(site: DeletingSite): Promise<Target>;
  /** Method, path below that of the item, and body or query. */
  readonly requests: ReadonlyArray<readonly ['GET' | 'POST' | 'DELETE', string, object?]>;
}

const WP = '/wp/v2';
const FORCE = { force: true, reassign: 1 };
const CHANGES = [
  ['GET', '', { context: 'edit' }],
  ['POST', '', { title: 'Changed', content: 'Changed', meta: {} }],
  ['DELETE', '', FORCE],
] as const;

const entry = (base: string, more: object = {}): DeletableItem => ({
  variant: 'C',
  make: async (site) => {
    const id = await site.create(`${WP}/${base}`, { title: site.name(), content: 'Text', status: 'publish', ...more });
    return { path: `${WP}/${base}/${id}`, rows: [['posts', 'ID', id]] };
  },
  requests: CHANGES,
});
const trashable = (kind: DeletableItem): DeletableItem => ({
  ...kind,
  requests: [...kind.requests, ['DELETE', '', {}]],
});
const versioned = (kind: DeletableItem): DeletableItem => ({
  ...kind,
  requests: [...kind.requests, ['GET', '/revisions'], ['GET', '/autosaves'], ['POST', '/autosaves', { content: 'A' }]],
});
const term = (base: string): DeletableItem => ({
  variant: 'C',
  make: async (site) => {
    const id = await site.create(`${WP}/${base}`, { name: site.name() });
    return {
      path: `${WP}/${base}/${id}`,
      rows: [
        ['terms', 'term_id', id],
        ['term_taxonomy', 'term_id', id],
      ],
    };
  },
  requests: [
    ['GET', '', { context: 'edit' }],
    ['POST', '', { description: 'Text' }],
    ['DELETE', '', FORCE],
  ],
});
const template = (base: string): DeletableItem => ({
  variant: 'C',
  make: async (site) => {
    const body = await site.createBody(`${WP}/${base}`, { slug: site.name(), title: 'T', content: 'x' });
    return { path: `${WP}/${base}/${body.id}`, rows: [['posts', 'ID', Number(body.wp_id)]] };
  },
  requests: [...CHANGES, ['GET', '/revisions'], ['POST', '/autosaves', { content: 'A' }]],
});
const revision = (gone: 'revision' | 'parent'): DeletableItem => ({
  variant: 'C',
  make: async (site) => {
    const id = await site.create(`${WP}/posts`, { title: site.name(), content: 'A' });
    await site.send('POST', `${WP}/posts/${id}`, { content: 'B' }).expect(200);
    const { body } = await site.send('GET', `${WP}/posts/${id}/revisions`).expect(200);
    const revisionId = (body as Array<{ id: number }>)[0]!.id;
    return {
      path: `${WP}/posts/${id}/revisions/${revisionId}`,
      rows: [['posts', 'ID', gone === 'parent' ? id : revisionId]],
    };
  },
  requests: [
    ['GET', ''],
    ['DELETE', '', { force: true }],
  ],
});
const comment = (gone: 'comment' | 'post', type?: 'note'): DeletableItem => ({
  variant: 'C',
  make: async (site) => {
    const post = await site.create(`${WP}/posts`, { title: site.name(), status: 'publish' });
    const id = await site.create(`${WP}/comments`, { post, content: site.name(), ...(type && { type }) });
    const row: Rows = gone === 'post' ? ['posts', 'ID', post] : ['comments', 'comment_ID', id];
    return { path: `${WP}/comments/${id}`, rows: [row] };
  },
  requests: [
    ['GET', '', { context: 'edit' }],
    ['POST', '', { content: 'Changed', author_name: 'B' }],
    ['POST', '', { status: 'hold' }],
    ['DELETE', '', {}],
    ['DELETE', '', FORCE],
  ],
});
const ofUser = (requests: DeletableItem['requests'], below = '', base = WP): DeletableItem => ({
  variant: 'C',
  make: async (site) => {
    const username = site.name();
    const id = await site.create(`${WP}/users`, { username, email: `${username}@site.test`, password: 'a password' });
    return { path: `${base}/users/${id}${below}`, rows: [['users', 'ID', id]] };
  },
  requests,
});
const ofImage = (requests: DeletableItem['requests'], base = WP): DeletableItem => ({
  variant: 'C',
  make: async (site) => {
    const id = await site.upload();
    return { path: `${base}/media/${id}`, rows: [['posts', 'ID', id]] };
  },
  requests,
});

export const DELETABLE_ITEMS: Record<string, DeletableItem> = {
  posts: trashable(versioned(entry('posts', { excerpt: 'E' }))),
  pages: trashable(versioned(entry('pages'))),
  blocks: trashable(versioned(entry('blocks'))),
  navigation: trashable(versioned(entry('navigation'))),
  categories: term('categories'),
  tags: term('tags'),
  menus: term('menus'),
  templates: template('templates'),
  'template parts': template('template-parts'),
  revisions: revision('revision'),
  'revisions of a deleted post': revision('parent'),
  comments: comment('comment'),
  'comments of a deleted post': comment('post'),
  notes: comment('comment', 'note'),
  media: ofImage([
    ['GET', '', { context: 'edit' }],
    ['POST', '', { title: 'Changed', alt_text: 'A', caption: 'C' }],
    ['POST', '/post-process', { action: 'create-image-subsizes' }],
    ['DELETE', '', FORCE],
  ]),
  'edited images': ofImage([['POST', '/edit', { src: 'http://site.test/x.png', rotation: 90 }]]),
  'images in the console': ofImage(
    [
      ['GET', '/usage'],
      ['GET', '/image'],
      ['POST', '/image', { steps: [{ rotate: 90 }] }],
    ],
    '/nestpress/v1',
  ),
  users: ofUser([
    ['GET', '', { context: 'edit' }],
    ['POST', '', { first_name: 'Changed', description: 'Text' }],
    ['POST', '', { roles: ['editor'] }],
    ['POST', '', { password: 'another password' }],
    ['DELETE', '', FORCE],
  ]),
  'application passwords': ofUser(
    [
      ['GET', ''],
      ['POST', '', { name: 'Program' }],
      ['DELETE', ''],
    ],
    '/application-passwords',
  ),
  'accounts in the console': ofUser(
    [
      ['GET', '/application-passwords'],
      ['POST', '/application-passwords', { name: 'Program' }],
      ['GET', '/sessions'],
      ['DELETE', '/sessions'],
      ['GET', '/second-factor'],
      ['DELETE', '/second-factor'],
      ['POST', '/access-links'],
    ],
    '',
    '/nestpress/v1',
  ),
  'menu items': {
    variant: 'C',
    make: async (site) => {
      const menus = await site.create(`${WP}/menus`, { name: site.name() });
      const item = { title: 'Home', type: 'custom', url: 'https://site.test/', status: 'publish', menus };
      const id = await site.create(`${WP}/menu-items`, item);
      return { path: `${WP}/menu-items/${id}`, rows: [['posts', 'ID', id]] };
    },
    requests: CHANGES,
  },
  'font families': {
    variant: 'C',
    make: async (site) => {
      const id = await site.createFamily();
      return { path: `${WP}/font-families/${id}`, rows: [['posts', 'ID', id]] };
    },
    requests: [
      ['GET', '', { context: 'edit' }],
      ['POST', '', { font_family_settings: { name: 'Pier' } }],
      ['POST', '/font-faces', { font_face_settings: '{"fontFamily":"Quay","src":"https://site.test/f.woff2"}' }],
      ['DELETE', '', FORCE],
    ],
  },
  'font faces': {
    variant: 'C',
    make: async (site) => {
      const faces = `${WP}/font-families/${await site.createFamily()}/font-faces`;
      const settings = JSON.stringify({ fontFamily: 'Quay', src: 'https://site.test/f.woff2' });
      const id = await site.create(faces, { font_face_settings: settings });
      return { path: `${faces}/${id}`, rows: [['posts', 'ID', id]] };
    },
    requests: [
      ['GET', '', { context: 'edit' }],
      ['DELETE', '', FORCE],
    ],
  },
  'global styles': {
    variant: 'C',
    make: async (site) => {
      const id = await site.insertStyles();
      return { path: `${WP}/global-styles/${id}`, rows: [['posts', 'ID', id]] };
    },
    requests: [
      ['GET', '', { context: 'edit' }],
      ['POST', '', { settings: { layout: { contentSize: '600px' } } }],
      ['GET', '/revisions'],
    ],
  },
  settings: {
    variant: 'C',
    make: async () => ({ path: `${WP}/settings`, rows: [['options', 'option_name', 'blogdescription']] }),
    requests: [
      ['GET', ''],
      ['POST', '', { title: 'Changed', description: 'Changed' }],
    ],
  },
  'entries in the console': {
    ...entry('posts'),
    make: async (site) => {
      const { path, rows } = await entry('posts').make(site);
      return { path: path.replace(`${WP}/posts`, '/nestpress/v1/entries'), rows };
    },
    requests: [
      ['GET', ''],
      ['GET', '/autosaves'],
      ['POST', '/autosaves', { content: 'A' }],
      ['GET', '/revisions'],
      ['GET', '/search-meta'],
      ['POST', '/search-meta', { description: 'D' }],
    ],
  },
  'menus in the console': {
    variant: 'C',
    make: async (site) => {
      const { path, rows } = await term('menus').make(site);
      return { path: path.replace(WP, '/nestpress/v1'), rows };
    },
    requests: [
      ['GET', ''],
      ['POST', '', { items: [] }],
      ['DELETE', ''],
    ],
  },
  previews: {
    variant: 'C',
    make: async (site) => {
      const post = await site.create(`${WP}/posts`, { title: site.name(), status: 'draft' });
      const id = await site.create('/nestpress/v1/previews', { post });
      return { path: `/nestpress/v1/previews/${id}`, rows: [['nestpress_previews', 'id', id]] };
    },
    requests: [['DELETE', '']],
  },
  webhooks: {
    variant: 'C',
    make: async (site) => {
      const hook = { url: 'https://receiver.test/', events: ['entry.created'] };
      const id = await site.create('/nestpress/v1/webhooks', hook);
      return { path: `/nestpress/v1/webhooks/${id}`, rows: [['nestpress_webhooks', 'id', id]] };
    },
    requests: [
      ['GET', ''],
      ['POST', '', { name: 'Changed' }],
      ['POST', '/secret'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['DELETE', ''],
    ],
  },
  forms: {
    variant: 'A',
    make: async (site) => {
      const { id } = await site.createBody('/forms/v1/contact-forms', { title: site.name(), context: 'save' });
      return { path: `/forms/v1/contact-forms/${id}`, rows: [['posts', 'ID', Number(id)]] };
    },
    requests: [
      ['GET', ''],
      ['POST', '', { title: 'Changed', context: 'save' }],
      ['POST', '/feedback', { 'your-name': 'Ann' }],
      ['DELETE', ''],
    ],
  },
  popups: {
    variant: 'A',
    make: async (site) => {
      const id = await site.create('/nestpress/v1/popups', { title: site.name(), content: 'P', status: 'publish' });
      return { path: `/nestpress/v1/popups/${id}`, rows: [['posts', 'ID', id]] };
    },
    requests: [
      ['GET', ''],
      ['POST', '', { title: 'Changed' }],
      ['GET', '/statistics'],
      ['DELETE', ''],
    ],
  },
};
