import { type ServerResponse } from 'node:http';
import { type WireReply } from './reply.js';

/** Writes an answer in one go. Node leaves the body out for HEAD. */
export function sendWire(response: ServerResponse, reply: WireReply): void {
  const body = typeof reply.body === 'string' ? Buffer.from(reply.body) : reply.body;
  if (body === null) {
    response.writeHead(reply.status, reply.headers).end();
    return;
  }
  response.writeHead(reply.status, { ...reply.headers, 'Content-Length': body.length }).end(body);
}
