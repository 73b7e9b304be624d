/** Public API of this folder, for the features. */
export { CommonHeadersService } from './common-headers.service.js';
export { encodedFor, takesGzip } from './compression.js';
export { CURSOR_ARG, cursorReply, readCursor, unlessKnown } from './cursor.js';
export { Links } from './links.js';
export { pagedReply } from './paging.js';
export { Item, type JsonValue, Reply, WireReply } from './reply.js';
