/**
 * Limits of a request. Checked before any work is done for it, so that no request, authenticated or not, costs more than
 * an ordinary read. Routes declare `bodyBytes`, arguments `maxItems` and `maxLength`, if these defaults do not fit.
 */

const KB = 1024;

/** Maximum body of GET, HEAD and OPTIONS, and of requests that match no route: as much as fits into a query string. */
export const READ_BODY_BYTES = 16 * KB;

/** Maximum body of anonymous writes. Authenticated requests may send up to BODY_LIMIT. */
export const ANONYMOUS_BODY_BYTES = 256 * KB;

/** Values in a JSON body: members of objects and elements of lists at any depth. */
export const ANONYMOUS_JSON_VALUES = 10_000;
export const JSON_VALUES = 200_000;

/** Elements of a list argument, in any notation. */
export const MAX_ITEMS = 1000;

/** Characters of a text argument. Arguments of type object, such as a post's content, are limited by the body size. */
export const MAX_LENGTH = 65_536;

/** Characters of a search. The embedded engine refuses patterns of 50,000 bytes, and each `<` takes four. */
export const MAX_SEARCH_LENGTH = 2000;

/** Characters of a route, after decoding; longer ones match no route. */
export const MAX_ROUTE_LENGTH = 1024;

/** Maximum `Link` header with paging links. nginx refuses responses whose headers exceed 4 KB in total. */
export const LINK_HEADER_BYTES = 3 * KB;
