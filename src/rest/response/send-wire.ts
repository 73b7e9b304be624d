import { type ServerResponse } from 'node:http';
import { type WireReply } from './reply.js';

/** Writes an answer in one go. Node leaves the body out for HEAD. */
export function sendWire(response: ServerResponse & { req: { id?: string } }, reply: WireReply): void {
  const { body } = reply;
  const headers: Record<string, string | number> = { ...reply.headers };
  if (response.req.id !== undefined) headers['X-Request-Id'] = response.req.id;
  if (body !== null) headers['Content-Length'] = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  response.writeHead(reply.status, headers);
  // Text goes out together with the headers in one write; a buffer would be a second one.
  if (body === null) response.end();
  else response.end(body);
}
