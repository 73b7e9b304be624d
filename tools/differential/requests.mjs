// Random requests to a site, from the routes and arguments that its index declares.

/** Routes that only WordPress has, or whose responses depend on files or the network (docs/variant-c.md). */
const LEFT_OUT =
  /^\/(?:$|wp-site-health|wp-abilities|wp-sync|nestpress|oembed\/1\.0\/proxy|wp-block-editor\/v1\/(?:export|url-details)|wp\/v2\/(?:block-directory|pattern-directory|icons|icon-collections|view-config|plugins|block-renderer|themes|font-collections|block-patterns)|[\w-]+\/v\d+$)/;
const LEFT_OUT_WRITES =
  /application-passwords|\/batch\/|url-details|widget-types|navigation-fallback|\/media\/.*\/(?:edit|post-process|sideload|finalize)/;
const MAIN = /\/(?:posts|pages|media|comments|categories|tags|users|search|books|dishes)(?:$|\/\(\?P<id>[^)]*\)\)?$)/;
const MAIN_WEIGHT = 4;
const COLLECTION = /^\/[\w-]+\/v\d+\/([\w-]+)/;
const IDENTIFIER = '(?P<';
/** Administrator most often: the others are refused before much is compared. */
const READERS = ['', '', 'admin', 'admin', 'editor', 'author', 'contributor', 'subscriber'];
const WRITERS = ['admin', 'admin', 'admin', 'editor', 'editor', 'author', 'contributor', 'subscriber', ''];
/** A change of these ends the run or depends on the machine. */
const NEVER = new Set([
  '_method',
  'url',
  'home',
  'language',
  'force_query',
  'upload',
  'file',
  'rest_route',
  'language_code',
]);
const ACCOUNTS = 6;

export function endpointsOf(index) {
  return Object.entries(index.routes)
    .filter(([pattern]) => !LEFT_OUT.test(pattern))
    .flatMap(([pattern, { endpoints }]) =>
      endpoints.flatMap(({ methods, args }) =>
        methods.map((method) => ({
          pattern,
          method,
          args: Array.isArray(args) ? {} : args,
          collection: COLLECTION.exec(pattern)?.[1] ?? '',
        })),
      ),
    )
    .flatMap((endpoint) => Array.from({ length: MAIN.test(endpoint.pattern) ? MAIN_WEIGHT : 1 }, () => endpoint));
}

export function randomRead(endpoints, values) {
  const { random } = values;
  const endpoint = random.pick(endpoints.filter(({ method }) => method === 'GET'));
  const path = pathOf(endpoint, values);
  const user = random.pick(READERS);
  if (random.chance(0.04)) return { method: 'OPTIONS', route: routeOf(endpoint), path, query: '', user };
  const args = argumentsOf(endpoint, values, 3, false);
  if (random.chance(0.15)) args._embed = random.pick(['', '1', 'author', 'wp:term,author', 'up']);
  if (random.chance(0.1))
    args._fields = random.pick(['id,title', 'id,_links', 'title.rendered,meta', 'name,slug', 'id,content.raw']);
  if (user !== '' && user !== 'subscriber' && random.chance(0.25)) args.context = 'edit';
  return { method: 'GET', route: routeOf(endpoint), path, query: new URLSearchParams(pairsOf(args)).toString(), user };
}

export function randomWrite(endpoints, values) {
  const { random } = values;
  const endpoint = random.pick(
    endpoints.filter(({ method, pattern }) => method !== 'GET' && !LEFT_OUT_WRITES.test(pattern)),
  );
  const path = pathOf(endpoint, values);
  const user = random.pick(WRITERS);
  const { method, collection } = endpoint;
  if (isOwnAccount(path, method)) return randomWrite(endpoints, values);
  if (method === 'DELETE') {
    const args = {
      force: random.chance(0.6) ? 'true' : random.pick(['false', '']),
      ...(collection === 'users' && { reassign: '1' }),
    };
    return { method, route: routeOf(endpoint), path, query: new URLSearchParams(args).toString(), user };
  }
  const args = argumentsOf(endpoint, values, 6, true);
  for (const [name, schema] of Object.entries(endpoint.args))
    if (schema.required && random.chance(0.97)) args[name] ??= values.of(name, schema, collection, true);
  if (collection === 'comments' && !path.includes('comments/'))
    Object.assign(args, { post: args.post ?? values.identifier('posts'), content: args.content ?? values.text() });
  if (collection === 'users') {
    delete args.password;
    if (path.endsWith('/users')) args.password = 'secret password';
  }
  // WordPress stores the picture that it refuses, which then has its name.
  if (path.endsWith('/media')) delete args.featured_media;
  if (collection === 'settings') delete args.email;
  const request = { method, route: routeOf(endpoint), path, query: '', user };
  if (collection === 'media' && path.endsWith('/media'))
    return { ...request, upload: random.pick(['jpeg', 'png', 'txt']), fields: args };
  return random.chance(0.8) ? { ...request, json: args } : { ...request, form: pairsOf(args) };
}

/** A change of an account that sends requests would change what the run compares. */
function isOwnAccount(path, method) {
  const id = /\/users\/(\w+)/.exec(path)?.[1];
  return id !== undefined && (id === 'me' || Number(id) <= ACCOUNTS) && method !== 'GET';
}

function argumentsOf({ args, collection }, values, most, isWrite) {
  const { random } = values;
  const declared = Object.entries(args).filter(([name]) => !NEVER.has(name) && (name !== 'context' || !isWrite));
  if (declared.length === 0) return {};
  return Object.fromEntries(
    random
      .many(most, () => random.pick(declared))
      .map(([name, schema]) => [name, values.of(name, schema, collection, isWrite)]),
  );
}

function routeOf({ pattern }) {
  let route = '';
  let depth = 0;
  for (const [at, character] of [...pattern].entries()) {
    if (character === '(' && depth++ === 0)
      route += `{${/^\(+(?:\?:\()?\?P<(\w+)>/.exec(pattern.slice(at))?.[1] ?? 'id'}}`;
    else if (character === ')') depth--;
    else if (depth === 0) route += character;
  }
  return route;
}

function pathOf(endpoint, values) {
  const { random } = values;
  const { pattern, collection } = endpoint;
  if (!pattern.includes(IDENTIFIER)) return pattern;
  const revisions = values.pools[`${collection}/revisions`];
  if (/(?:revisions|autosaves)\/\(\?P<id>/.test(pattern) && revisions?.length > 0 && random.chance(0.8)) {
    const { parent, id } = random.pick(revisions);
    return routeOf(endpoint).replace('{parent}', parent).replace('{id}', id);
  }
  return routeOf(endpoint).replace(/\{(\w+)\}/g, (_all, name) => {
    if (random.below(40) === 0) return '999999';
    if (/templates|template-parts/.test(collection) && name !== 'revision' && name !== 'parent')
      return values.identifier(collection);
    if (name === 'parent' || name === 'id' || name === 'font_family_id') return values.identifier(collection);
    if (name === 'type') return random.pick(['post', 'page', 'book', 'attachment', 'wp_block', 'nothing']);
    if (name === 'status') return random.pick(['publish', 'draft', 'private', 'trash', 'nothing']);
    if (name === 'taxonomy') return random.pick(['category', 'post_tag', 'genre', 'nav_menu', 'nothing']);
    if (name === 'stylesheet') return 'twentytwentyfive';
    if (name === 'location') return random.pick(['main', 'footer', 'nothing']);
    if (name === 'user_id') return String(1 + random.below(ACCOUNTS));
    if (name === 'name' || name === 'namespace') return random.pick(['core', 'paragraph']);
    return values.identifier(`${collection}/${name}`);
  });
}

/** As PHP reads them: `include[0]=1`. */
export function pairsOf(args) {
  const pairs = (name, value) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, member]) => pairs(`${name}[${key}]`, member))
      : [[name, value === null ? '' : value === true ? 'true' : value === false ? 'false' : String(value)]];
  return Object.entries(args).flatMap(([name, value]) => pairs(name, value));
}
