import { type IncomingMessage, type ServerResponse } from 'node:http';
import { CACHE_HEADER } from '../cache/response-cache.js';
import { type RequestRecord } from '../observe/request-record.js';
import { type WireReply } from './reply.js';

/** How long, and for how many bytes, a client that still sends its body is listened to after the answer. */
const LINGER_MS = 2000;
const LINGER_BYTES = 16 * 1024 * 1024;
const LINGER_STEP_MS = 50;

/** Writes an answer in one go. Node leaves the body out for HEAD. */
export function sendWire(
  response: ServerResponse<IncomingMessage & { id?: string; record?: RequestRecord }>,
  reply: WireReply,
): void {
  const { body } = reply;
  const headers: Record<string, string | number> = { ...reply.headers };
  const { id, record } = response.req;
  if (id !== undefined) headers['X-Request-Id'] = id;
  if (record) {
    record.cache = reply.headers[CACHE_HEADER];
    if (record.tellsTiming) headers['Server-Timing'] = record.timing;
  }
  if (isUnread(response.req)) {
    headers.Connection = 'close';
    closeGently(response.req);
  }
  if (body !== null) headers['Content-Length'] = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  response.writeHead(reply.status, headers);
  // Text goes out together with the headers in one write; a buffer would be a second one.
  if (body === null) response.end();
  else response.end(body);
}

function isUnread({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
}

/**
 * A connection that is closed while bytes of the client are unread is reset, and the client may lose the answer. So only the own
 * side is closed after the answer, and what still arrives is discarded for a moment.
 */
function closeGently(request: IncomingMessage): void {
  const { socket } = request;
  socket.destroySoon = () => {
    socket.end();
    const mostBytes = socket.bytesRead + LINGER_BYTES;
    const endsAt = performance.now() + LINGER_MS;
    const timer = setInterval(() => {
      if (!request.complete && socket.bytesRead < mostBytes && performance.now() < endsAt && !socket.destroyed) return;
      clearInterval(timer);
      socket.destroy();
    }, LINGER_STEP_MS);
    timer.unref();
  };
}
