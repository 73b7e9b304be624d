// Why a response of this service may differ from one of WordPress 7.1: the reasons of docs/conformance.md, docs/variant-c.md and of the
// report of `doctor --compare-with`.
import '../typescript.mjs';

const { KNOWN_DIFFERENCES, knownReason } = await import('../../src/cli/compare/known-differences.ts');
const KNOWN = KNOWN_DIFFERENCES.filter(({ olderOnly }) => !olderOnly);

const parametersOf = (link) => [...new URLSearchParams(String(link).replace(/^.*?\?|>.*$/gs, ''))].length;
const without = (pattern) => (text) => String(text).replace(pattern, '');
const alikeWithout =
  (pattern) =>
  ({ ours, theirs }) =>
    without(pattern)(ours) === without(pattern)(theirs);
const member = (name) => new RegExp(`"${name}":(?:"(?:[^"\\\\]|\\\\.)*"|[^,}]*)`, 'g');

/** { route, method, path, fits(difference, request, responses) }: the difference is documented if all that are given fit. */
const FURTHER = [
  { fits: (_difference, _request, { their }) => their.status >= 500, reason: 'WordPress fails' },
  { path: /^header\.allow$/, method: 'OPTIONS', reason: 'methods of items that the requester may use' },
  {
    path: /^header\.link$/,
    fits: ({ ours, theirs }) => parametersOf(ours) >= parametersOf(theirs),
    reason: 'paging links are encoded and include the filters',
  },
  {
    path: /^(?:status|body|header\.(?:link|x-wp-total|x-wp-totalpages)$)/,
    fits: (_difference, { user }, { their, our }) =>
      user !== 'admin' && Number(our.headers['x-wp-total']) < Number(their.headers['x-wp-total']),
    reason: 'totals, pages and paging links cover only what the requester may read',
  },
  { path: /^body/, method: 'GET', fits: isEquallyOrdered, reason: 'items that are equal in the sort order' },
  {
    route: /comments/,
    fits: (_difference, { query, user }, { our }) =>
      user !== 'admin' && query.includes('author_email=') && our.body?.code === 'rest_forbidden_param',
    reason: '`author_email` is for moderators',
  },
  {
    route: /comments/,
    path: /\.author_(?:ip|user_agent)$/,
    reason: 'editing a comment keeps its IP address and user agent',
  },
  {
    route: /comments/,
    path: /^rows\.comments$/,
    fits: (difference) => alikeWithout(/"comment_(?:author_IP|agent)":"(?:[^"\\]|\\.)*"/g)(difference),
    reason: 'editing a comment keeps its IP address and user agent',
  },
  {
    route: /comments/,
    path: /^rows\.posts$/,
    fits: alikeWithout(member('comment_count')),
    reason: 'both entries are counted',
  },
  { path: /^body\.guid\./, method: /POST|PUT|PATCH|DELETE/, fits: isEscaped, reason: 'an update keeps the guid' },
  { path: /^rows\.posts$/, fits: alikeWithout(member('guid')), reason: 'an update keeps the guid' },
  {
    route: /menu-items/,
    path: /^rows\.posts$/,
    fits: alikeWithout(member('post_date')),
    reason: 'the date of a menu item stays',
  },
  {
    route: /menu-items/,
    path: /^rows\.postmeta$/,
    fits: ({ ours, theirs }) => ours === '' && theirs.includes('"_wp_old_date"'),
    reason: 'the date of a menu item stays',
  },
  {
    fits: (_difference, _request, { their, our }) =>
      [their, our].every(({ body }) => body?.code === 'rest_cannot_update') ||
      (our.body?.code === 'rest_cannot_update' && our.body.data?.key?.startsWith('_')) ||
      refusesMetaKey(our.body),
    reason: 'who may write a key of meta, which only PHP knows',
  },
  {
    route: /widgets|sidebars/,
    path: /^rows\.options$/,
    fits: ({ ours, theirs }) => ours.replace(/i:\d+;s/g, 's') === theirs.replace(/i:\d+;s/g, 's'),
    reason: 'lists of widgets are numbered again',
  },
  {
    route: /widgets|sidebars/,
    path: /^rows\.options$/,
    fits: ({ ours, theirs }) => widgetsIn(ours) === widgetsIn(theirs) && arraysIn(ours) > arraysIn(theirs),
    reason: 'widgets stay in a sidebar that is not registered',
  },
  {
    route: /comments|users|categories|tags|genres|moods/,
    path: /^rows\./,
    fits: ({ ours }, _request, { their }) => ours === '' && their.status === 400,
    reason: 'nothing is stored with an invalid meta value',
  },
  {
    route: /blocks|wp_pattern/,
    fits: (_difference, { user }, { their, our }) =>
      user === '' && their.status === 400 && our.headers['x-wp-total'] === '0',
    reason: 'anonymous requests get an empty list of patterns',
  },
  { path: /^rows\.options$/, fits: alikeWithout(member('autoload')), reason: 'new options have another autoload' },
  {
    route: /menu-items.*autosaves/,
    path: /title|^rows\.posts$/,
    reason: 'autosaves of menu items have the title that was sent',
  },
  {
    method: /POST|PUT|PATCH/,
    path: /^(?:body\.(?:content|excerpt)|rows\.posts$)/,
    fits: (_difference, { json }, { our }) => (json?.content?.raw ?? json?.content) === '0' && our.body?.id > 0,
    reason: 'an update to the content `0` empties it',
  },
  { route: /widgets/, path: /rendered_form$/, reason: 'forms of widgets are empty' },
  {
    route: /media/,
    fits: ({ ours, theirs }) =>
      String(ours).includes('\\') && String(ours).replaceAll('\\', '') === String(theirs).replaceAll('\\', ''),
    reason: 'texts of images keep their backslashes',
  },
  { route: /media/, path: /\.filesize$/, reason: 'images are encoded by another library' },
  {
    route: /media/,
    path: /^rows\.postmeta$/,
    fits: alikeWithout(/\\"filesize\\";i:\d+/g),
    reason: 'images are encoded by another library',
  },
  {
    route: /template/,
    path: /^rows\.posts$/,
    fits: alikeWithout(member('post_content')),
    reason: 'the first change of a file stores the text as WordPress shows it',
  },
  {
    path: /^rows\.postmeta$/,
    // The keys that the plugins of the comparison store with revisions.
    fits: ({ ours, theirs }) =>
      ours === '' && theirs.split('\n').every((row) => /"meta_key":"(?:hint|edition)"/.test(row)),
    reason: 'meta of revisions before WordPress has stored a revision with it',
  },
  {
    route: /revisions|autosaves/,
    path: /\.meta\.(?:hint|edition)$/,
    fits: ({ ours }) => ours === '',
    reason: 'meta of revisions before WordPress has stored a revision with it',
  },
];

export function documentedReason(request, difference, responses) {
  const { route, method } = request;
  const reason = knownReason(route.replace(/\{\w+\}/g, '{id}'), difference, KNOWN);
  if (reason !== undefined) return reason;
  return FURTHER.find(
    (one) =>
      (one.route?.test(route) ?? true) &&
      (one.method instanceof RegExp ? one.method.test(method) : (one.method ?? method) === method) &&
      (one.path?.test(difference.path) ?? true) &&
      (one.fits?.(difference, request, responses) ?? true),
  )?.reason;
}

/** The IDs in a stored list of sidebars. */
const widgetsIn = (row) =>
  (row.match(/i:\d+;s:\d+:\\"[^"]*-\d+\\"/g) ?? [])
    .map((one) => one.split('s:')[1])
    .sort()
    .join();
const arraysIn = (row) => row.split(';a:').length;

/** A key is refused next to other values that are invalid. */
function refusesMetaKey(body) {
  return [body?.additional_errors].flat().some((error) => error?.code === 'rest_cannot_update');
}

function isEscaped({ ours, theirs }) {
  return String(theirs).replaceAll('&#038;', '&') === String(ours).replaceAll('&#038;', '&');
}

/** Both lists have the same values in the order that the request names, and another item at this place. */
function isEquallyOrdered({ path }, { query }, { their, our }) {
  const place = Number(/^body\[(\d+)\]/.exec(path)?.[1]);
  const orderby = new URLSearchParams(query).get('orderby') ?? 'date';
  if (!Array.isArray(their.body) || !Array.isArray(our.body)) return false;
  if (their.body[place]?.id === our.body[place]?.id) return false;
  const keys = (items) => items.map((item) => JSON.stringify(item?.[orderby]?.rendered ?? item?.[orderby] ?? null));
  return keys(their.body).join() === keys(our.body).join();
}
