import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

export interface ReceivedRequest {
  method: string;
  /** As on the wire. */
  url: string;
  /** The route of the interface, however it is written. */
  route: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
}

/**
 * Responses by route, or by method and route such as `GET /wp/v2/types`: a text is sent as it is, a number is a status, everything else is
 * sent as JSON; a function returns one of these. `/ID` at the end of a route stands for any number.
 */
export type FakeRoutes = Record<string, unknown>;

type FakeRoute = (request: ReceivedRequest, response: ServerResponse) => unknown;

export interface FakeWordPress {
  readonly url: string;
  /** With the service account. */
  readonly accountUrl: string;
  readonly requests: ReceivedRequest[];
  routes: FakeRoutes;
  /** A handler that sends the response itself. */
  on(route: string, handler: FakeRoute): void;
  close(): Promise<void>;
}

const CREDENTIALS = `Basic ${Buffer.from('service:abcd efgh ijkl').toString('base64')}`;

/** An HTTP server that stands for a WordPress; other routes are 404. With `needsAccount` it only has routes for the service account. */
export async function startFakeWordPress(
  routes: FakeRoutes = {},
  { needsAccount = false }: { needsAccount?: boolean } = {},
): Promise<FakeWordPress> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const received = receivedRequest(request, Buffer.concat(chunks).toString('utf8'));
      requests.push(received);
      const routes = [received.route, received.route.replace(/\/\d+$/, '/ID')];
      const names = routes.flatMap((route) => [`${received.method} ${route}`, route]);
      const found = names.map((name) => fake.routes[name]).find((response) => response !== undefined);
      const send = (status: number, body: string) =>
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
      const { authorization } = received.headers;
      if (found === undefined || (needsAccount && !authorization)) return void send(404, '{"code":"rest_no_route"}');
      if (needsAccount && authorization !== CREDENTIALS) return void send(401, '{}');
      const answer: unknown = typeof found === 'function' ? (found as FakeRoute)(received, response) : found;
      if (typeof answer === 'number') send(answer, '{}');
      else if (answer !== undefined) send(200, typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const fake: FakeWordPress = {
    url: `http://127.0.0.1:${port}`,
    accountUrl: `http://service:abcd%20efgh%20ijkl@127.0.0.1:${port}`,
    requests,
    routes,
    on: (route, handler) =>
      void (fake.routes[route] = (...args: Parameters<FakeRoute>): undefined => void handler(...args)),
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => void server.close(() => done()));
    },
  };
  return fake;
}

function receivedRequest({ method = '', url = '', headers }: IncomingMessage, body: string): ReceivedRequest {
  const { pathname, searchParams: query } = new URL(url, 'http://wordpress.test');
  const route = query.get('rest_route') ?? decodeURIComponent(pathname.replace(/^\/wp-json/, ''));
  return { method, url, route, query, headers, body };
}

const POST_CAPABILITIES = Object.fromEntries(
  (
    'edit_posts edit_others_posts delete_posts publish_posts read_private_posts read delete_private_posts ' +
    'delete_published_posts delete_others_posts edit_private_posts edit_published_posts edit_post read_post delete_post'
  )
    .split(' ')
    .map((name) => [name, name]),
);

const ENTRY = Object.fromEntries(
  ['id', 'date', 'slug', 'status', 'type', 'link', 'modified', 'title'].map((name) => [name, { type: 'string' }]),
);
const TERM = Object.fromEntries(
  ['id', 'count', 'name', 'slug', 'taxonomy', 'link', 'meta'].map((name) => [name, { type: 'string' }]),
);

const size = (width: number, height: number) => ({ width, height, crop: false });

export function fakeType(name: string, own: object = {}): object {
  return {
    slug: name,
    name: 'Books',
    description: 'Printed.',
    labels: { name: 'Books', singular_name: 'Book', parent_item_colon: null },
    hierarchical: false,
    viewable: true,
    has_archive: 'library',
    visibility: { show_ui: true, show_in_nav_menus: false },
    icon: 'dashicons-book',
    template: [['core/heading', { level: 2 }]],
    template_lock: 'insert',
    supports: { title: true, editor: true, 'custom-fields': true, revisions: true, autosave: true, sparkle: true },
    capabilities: POST_CAPABILITIES,
    taxonomies: ['post_tag', 'genre'],
    rest_base: 'books',
    rest_namespace: 'wp/v2',
    ...own,
  };
}

/** A site with the type `book`, the taxonomy `genre` and meta of books, posts and users. */
export function bookRoutes(): FakeRoutes {
  const meta = (properties: object) => ({ meta: { type: 'object', properties } });
  return {
    'GET /wp/v2/types': {
      post: fakeType('post', { rest_base: 'posts' }),
      book: fakeType('book'),
      product: fakeType('product', { rest_base: 'products' }),
    },
    'GET /wp/v2/taxonomies': {
      genre: {
        slug: 'genre',
        name: 'Genres',
        labels: { name: 'Genres', popular_items: null },
        types: ['book', 'post', 'unknown'],
        hierarchical: true,
        show_cloud: true,
        visibility: { public: true, publicly_queryable: true, show_ui: true, show_admin_column: true },
        capabilities: {
          manage_terms: 'manage_categories',
          edit_terms: 'manage_categories',
          delete_terms: 'manage_categories',
          assign_terms: 'edit_posts',
        },
        rest_base: 'genres',
        rest_namespace: 'wp/v2',
      },
    },
    'GET /wp/v2/statuses': {
      publish: { name: 'Published', public: true, slug: 'publish' },
      archived: { name: 'Archived', public: true, queryable: true, show_in_list: true, slug: 'archived' },
      review: {
        name: 'In review',
        protected: true,
        public: false,
        queryable: false,
        show_in_list: true,
        slug: 'review',
      },
    },
    'GET /wp/v2/themes': [
      { stylesheet: 'shop', theme_supports: { html5: ['caption', 'gallery'] }, _links: { parent: [{ href: '/' }] } },
    ],
    // As WordPress over plain HTTP.
    'GET /': ({ headers }: ReceivedRequest) =>
      headers.host === 'localhost'
        ? {
            image_sizes: { large: size(1024, 1024), cover: { ...size(30, 45), crop: true } },
            image_size_threshold: 2560,
          }
        : {},
    'GET /wp/v2/books': [{ link: 'http://site.test/library/books/one/' }],
    'OPTIONS /wp/v2/books': {
      schema: {
        properties: {
          ...ENTRY,
          shelf: { type: 'string' },
          ...meta({
            footnotes: { type: 'string', title: '', description: '', default: '' },
            isbn: { type: 'string', title: '', description: 'Number.', default: 'none', minLength: 3 },
            editions: { type: 'array', items: { type: 'string', title: '', description: '', default: '' } },
            either: { oneOf: [{ type: 'string' }, { type: 'integer' }], default: '' },
          }),
        },
      },
    },
    'OPTIONS /wp/v2/products': { schema: { properties: { id: {}, price: {} } } },
    'OPTIONS /wp/v2/posts': {
      schema: {
        properties: { ...ENTRY, ...meta({ subtitle: { type: 'string', title: '', description: '', default: '' } }) },
      },
    },
    'OPTIONS /wp/v2/genres': {
      schema: {
        properties: { ...TERM, ...meta({ colour: { type: 'string', title: '', description: '', default: '' } }) },
      },
    },
    'OPTIONS /wp/v2/users': {
      schema: { properties: meta({ favourite: { type: 'integer', title: '', description: '', default: 0 } }) },
    },
  };
}
