import { type ServerResponse } from 'node:http';
import { CACHE_HEADER } from '../cache/response-cache.js';
import { type RequestRecord } from '../observe/request-record.js';
import { type WireReply } from './reply.js';

/** Writes an answer in one go. Node leaves the body out for HEAD. */
export function sendWire(
  response: ServerResponse & { req: { id?: string; record?: RequestRecord } },
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
  if (body !== null) headers['Content-Length'] = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  response.writeHead(reply.status, headers);
  // Text goes out together with the headers in one write; a buffer would be a second one.
  if (body === null) response.end();
  else response.end(body);
}
