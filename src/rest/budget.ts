/**
 * What one request may bring. Checked before work is done for it, so that no request, whoever sends it, costs more than
 * a reader of the site does. Routes declare `bodyBytes`, arguments `maxItems` and `maxLength`, where these do not fit.
 */

const KB = 1024;

/** Largest body of GET, HEAD and OPTIONS, and of a request that matches no route: as much as fits into a query string. */
export const READ_BODY_BYTES = 16 * KB;

/** Largest body of a write by an anonymous client. Authenticated ones may send BODY_LIMIT. */
export const ANONYMOUS_BODY_BYTES = 256 * KB;

/** Values in a JSON body: members of objects and elements of lists at any depth. */
export const ANONYMOUS_JSON_VALUES = 10_000;
export const JSON_VALUES = 200_000;

/** Elements of a list argument, however it is spelled. */
export const MAX_ITEMS = 1000;

/** Characters of a text argument. Arguments of type object, such as a post's content, are bounded by the body. */
export const MAX_LENGTH = 65_536;

/** Characters of a search. The embedded engine refuses patterns of 50,000 bytes, and each `<` takes four. */
export const MAX_SEARCH_LENGTH = 2000;

/** Names with values in a query string or a form, and brackets in one name. */
export const PARAMETERS = { pairs: 1000, depth: 32 } as const;

/** A `Link` header that lists the pages around. nginx refuses responses whose headers take more than 4 KB together. */
export const LINK_HEADER_BYTES = 3 * KB;
