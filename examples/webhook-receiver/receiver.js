import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const MAX_SEEN = 1000;

/** Calls `handle` once for each message whose signature is valid. */
export function createReceiver(secret, handle) {
  const webhook = new Webhook(secret);
  const seen = new Set();
  return createServer(async (request, response) => {
    const body = await text(request);
    let message;
    try {
      message = webhook.verify(body, request.headers);
    } catch {
      return response.writeHead(401).end();
    }
    const id = request.headers['webhook-id'];
    // A message can arrive more than once, always with the same ID.
    if (!seen.has(id)) await handle(message);
    if (seen.add(id).size > MAX_SEEN) seen.delete(seen.values().next().value);
    response.writeHead(204).end();
  });
}

if (process.argv[1] === import.meta.filename)
  createReceiver(process.env.WEBHOOK_SECRET, ({ type, data }) => console.log(type, data)).listen(3001);
