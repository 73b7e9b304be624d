/** How this service reaches WordPress, and where visitors reach the site; both without a trailing slash. */
interface Addresses {
  readonly internal: string;
  readonly site: string;
}

/** Parameters of the requests for entries (see WordPressContentService). */
const OWN_PARAMETERS = new Set(['rest_route', 'include', 'per_page', '_fields']);
const AMPERSAND = /&(?:amp;|#0?38;|#x26;)?/i;
/** What follows an address, in attributes, text and scripts. */
const REST = '[^"\'<>\\\\\\s]*';

/**
 * HTML of the WordPress alongside with the addresses that visitors use. WordPress builds some links from the request: they
 * contain the internal address, or lead back to the request, as the pages of a query loop do. The latter become relative
 * to the page that shows the entry.
 */
export function withPublicAddresses(html: string, { internal, site }: Addresses): string {
  const { origin, pathname } = new URL(internal);
  const path = `${pathname.replace(/\/$/, '')}/index.php`;
  const start = `(?:${[internal, site, origin].map(literally).join('|')})?`;
  // The numbers of a pagination have the parameters of the request and no path.
  const request = new RegExp(`(["'])(?:${start}${literally(path)})?\\?(${REST})`, 'g');
  const nested = new RegExp(
    `${literally(encodeURIComponent(origin))}${literally(encodeURIComponent(path))}%3F[^"'<>&\\s]*`,
    'gi',
  );
  const relative = html.replace(request, (found, quote: string, rest: string) =>
    rest.includes('rest_route=') ? quote + withoutRequest(rest) : found,
  );
  if (internal === site) return relative.replace(nested, encodeURIComponent(`${site}/`));
  return relative
    .replace(nested, encodeURIComponent(`${site}/`))
    .replaceAll(internal, site)
    .replaceAll(encodeURIComponent(internal), encodeURIComponent(site))
    .replaceAll(internal.replaceAll('/', '\\/'), site.replaceAll('/', '\\/'));
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** The query and fragment of a link to the request, without the parameters of the request itself. */
function withoutRequest(link: string): string {
  const hash = /#(?!0?38;|x26;)/i.exec(link);
  const query = hash ? link.slice(0, hash.index) : link;
  const pairs = query.split(AMPERSAND).filter((pair) => !OWN_PARAMETERS.has(pair.split('=', 1)[0]!));
  return `${pairs.length === 0 ? '' : `?${pairs.join('&#038;')}`}${hash ? link.slice(hash.index) : ''}`;
}
