import { blockContent } from './blocks.mjs';
import { Random } from './random.mjs';
import { routeFrom, routeRequests } from './routes.mjs';
import { hostileText, hostileValue, LARGE_QUERIES, LARGE_VALUES, NAMES, valueFor } from './values.mjs';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'];
const WITHOUT_BODY = ['GET', 'HEAD', 'OPTIONS'];

/** Every endpoint of the index: { path pattern, method, declared arguments }. */
export function endpointsOf(index) {
  return Object.entries(index.routes).flatMap(([pattern, { endpoints }]) =>
    endpoints.flatMap(({ methods, args }) => methods.map((method) => ({ pattern, method, args: { ...args } }))),
  );
}

/** Functions that make the systematic requests: every route and every declared argument of every endpoint, as large as can be, anonymously. */
export function largeRequests(endpoints) {
  const patterns = [...new Set(endpoints.map(({ pattern }) => pattern))];
  const withArguments = endpoints.flatMap((endpoint) =>
    Object.keys(endpoint.args).flatMap((name) => [
      ...LARGE_QUERIES.map((value) => () => ({ ...plain(endpoint), target: `${pathOf(endpoint)}?${name}=${value}` })),
      ...LARGE_VALUES.map((value) => () => json(endpoint, { [name]: value })),
      ...LARGE_VALUES.slice(0, 2).map((value) => () => json(endpoint, { [name]: value }, { cookie: 'a=b' })),
    ]),
  );
  return [...routeRequests(patterns), ...withArguments];
}

const plain = (endpoint) => ({ kind: 'large', method: endpoint.method, target: pathOf(endpoint), headers: {} });

function json(endpoint, value, headers = {}) {
  return {
    ...plain(endpoint),
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(value)),
  };
}

/** Request number `index` of a run; the same for the same seed, whatever was sent before. */
export function randomRequest(endpoints, seed, index, authorization) {
  const random = new Random(seed, index);
  if (random.chance(0.05)) return rawRequest(endpoints, random);
  if (random.chance(0.05)) return pageRequest(random);
  if (random.chance(0.05)) return routeRequest(endpoints, random);
  if (random.chance(0.03)) return { kind: 'blocks', method: 'GET', headers: {}, content: blockContent(random) };
  const endpoint = random.pick(endpoints);
  const method = random.chance(0.85) ? endpoint.method : random.pick(METHODS);
  const isAdmin = random.chance(0.5) && !locksOut(endpoint, method);
  const headers = { ...(isAdmin && { authorization }), ...oddHeaders(random) };
  const args = argumentsFor(endpoint, random, isAdmin);
  const inBody = !WITHOUT_BODY.includes(method) || random.chance(0.1);
  const target = pathOf(endpoint, random) + (inBody && random.chance(0.6) ? '' : `?${queryOf(args).slice(0, 14_000)}`);
  return { kind: 'random', method, target, headers, ...(inBody && bodyOf(args, random, headers)) };
}

/** A route made from its pattern, alone or in a batch. */
function routeRequest(endpoints, random) {
  const { pattern, method } = random.pick(endpoints);
  const route = routeFrom(pattern, random);
  if (random.chance(0.8)) return { kind: 'route', method, target: `/wp-json${route}`.slice(0, 15_000), headers: {} };
  const requests = Array.from({ length: 1 + random.below(3) }, () => ({ path: routeFrom(pattern, random) }));
  return json({ pattern: '/batch/v1', method: 'POST' }, { requests });
}

/** Writes of an administrator to the own account or to settings would end the run, not the service. */
function locksOut({ pattern }, method) {
  return !WITHOUT_BODY.includes(method) && /\/users|\/settings/.test(pattern);
}

function argumentsFor(endpoint, random, isAdmin) {
  const declared = Object.entries(endpoint.args);
  const chosen = random.many(4, () => random.pick(declared.length > 0 ? declared : [['x', {}]]));
  const odd = random.chance(0.2) ? [[random.pick(NAMES), {}]] : [];
  const hidden = isAdmin ? ['_method'] : [];
  return [...chosen, ...odd]
    .filter(([name]) => !hidden.includes(name))
    .map(([name, arg]) => [name, valueFor(random, arg)]);
}

function pathOf({ pattern }, random) {
  const path = pattern.replace(/\(\?P<(\w+)>[^)]*\)/g, (_, name) => {
    if (random?.chance(0.15)) return encodeURIComponent(hostileText(random).slice(0, 400).toWellFormed());
    const id = random ? 1 + random.below(12) : 1;
    return /id|parent/.test(name)
      ? id
      : (random?.pick(['post', 'page', 'publish', 'category', 'constructor']) ?? 'post');
  });
  return `/wp-json${path}`;
}

function queryOf(args) {
  return args.flatMap(([name, value]) => pairs(encodeURIComponent(name), value)).join('&');
}

function pairs(name, value) {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, member]) => pairs(`${name}[${encodeURIComponent(key)}]`, member));
  return [`${name}=${encodeURIComponent(String(value).toWellFormed())}`];
}

function bodyOf(args, random, headers) {
  const value = Object.fromEntries(args);
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2:
      headers['content-type'] = 'application/json';
      return { body: damaged(Buffer.from(JSON.stringify(value)), random, 0.1) };
    case 3:
    case 4:
      headers['content-type'] = 'application/x-www-form-urlencoded';
      return { body: damaged(Buffer.from(queryOf(args)), random, 0.1) };
    case 5:
    case 6:
      headers['content-type'] = 'multipart/form-data; boundary=fuzz';
      return { body: damaged(multipart(args, random), random, 0.4) };
    default:
      headers['content-type'] = random.pick(['text/plain', 'application/octet-stream', 'image/png', 'a/b;c', '']);
      return { body: Buffer.from(hostileText(random)) };
  }
}

function multipart(args, random) {
  const parts = args
    .flatMap(([name, value]) => pairs(name, value).slice(0, 50))
    .map((pair) => {
      const [name, value] = pair.split('=');
      const file = random.chance(0.3)
        ? `; filename="${random.pick(['a.png', 'x.constructor', '', '../x.php', 'é.jpg'])}"`
        : '';
      return `--fuzz\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
    });
  return Buffer.from(`${parts.join('')}--fuzz--\r\n`);
}

/** Cut off, or with some bytes changed. */
function damaged(body, random, probability) {
  if (body.length === 0 || !random.chance(probability)) return body;
  if (random.chance(0.4)) return body.subarray(0, random.below(body.length));
  const copy = Buffer.from(body);
  for (let count = 1 + random.below(4); count > 0; count--) copy[random.below(copy.length)] = random.below(256);
  return copy;
}

function oddHeaders(random) {
  if (random.chance(0.8)) return {};
  return random.pick([
    { 'x-http-method-override': random.pick(['GET', 'OPTIONS', 'x', 'POST']) },
    { origin: 'http://a.example' },
    { 'if-none-match': '"x"' },
    { cookie: 'wordpress_logged_in_x=admin|1|x|y' },
    { authorization: 'Basic !!!' },
    { 'x-wp-nonce': 'x' },
    { 'content-disposition': 'attachment; filename="constructor"' },
    { accept: 'text/html' },
  ]);
}

const PAGES = [
  ...['/', '/?p=1', '/?page_id=2', '/?s=a', '/feed/', '/comments/feed/', '/sitemap.xml', '/hello-world/', '/page/2/'],
  ...['/category/uncategorized/', '/author/admin/', '/2018/07/', '/wp-content/uploads/', '/docs', '/openapi.json'],
  ...['/console/', '/console/session', '/console/login', '/console/setup', '/console/logout'],
  '/wp-admin/admin-ajax.php',
];

/** A page, feed or file for a browser, or the sign-in of the console. */
function pageRequest(random) {
  const isPost = random.chance(0.3);
  const names = ['p', 's', 'preview', 'token', 'login', 'password', 'action', 'paged', 'feed', ...NAMES];
  const args = random.many(4, () => [random.pick(names), hostileValue(random)]);
  const page =
    random.pick(PAGES) + (random.chance(0.3) ? encodeURI(hostileText(random).slice(0, 400).toWellFormed()) : '');
  const headers = oddHeaders(random);
  const target = isPost ? page : `${page}${page.includes('?') ? '&' : '?'}${queryOf(args).slice(0, 8000)}`;
  return {
    kind: 'page',
    method: isPost ? 'POST' : 'GET',
    target,
    headers,
    ...(isPost && bodyOf(args, random, headers)),
  };
}

/** Bytes that are not quite HTTP. */
function rawRequest(endpoints, random) {
  const endpoint = random.pick(endpoints);
  const head = `${random.pick([...METHODS, 'BREW', ''])} ${pathOf(endpoint, random)} HTTP/1.1\r\nHost: x\r\n`;
  const rest = random.pick([
    '\r\n',
    '',
    'Content-Length: 5\r\n\r\nab',
    'Content-Length: -1\r\n\r\n',
    'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n',
    'Transfer-Encoding: chunked\r\n\r\nzz\r\n',
    'Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    `X: ${'a'.repeat(20_000)}\r\n\r\n`,
    'Content-Type: multipart/form-data\r\nContent-Length: 2\r\n\r\n--',
    'Content-Type: multipart/form-data; boundary=a\r\nContent-Length: 60\r\n\r\n--a\r\nContent-Disposition: form-data; name="x"; filename="y"\r\n',
    'Expect: 100-continue\r\nContent-Length: 9\r\n\r\n',
  ]);
  return { kind: 'raw', bytes: damaged(Buffer.from(head + rest), random, 0.3) };
}
