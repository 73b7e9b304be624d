import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { WireReply } from '../../rest/response/index.js';

/** Marks a response that was stored. */
export const REPLAYED_HEADER = 'Idempotency-Replayed';

/** Headers of one connection or request, which are not repeated. */
const NOT_STORED = new Set(['connection', 'content-length', 'date', 'server-timing', 'x-request-id']);

/** Longer responses are not stored. */
const MAX_BYTES = 4 * 1024 * 1024;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Responses may contain secrets, such as new passwords: only the client's own key decrypts them. */
const keyOf = (clientKey: string) =>
  Buffer.from(hkdfSync('sha256', clientKey, '', 'nestpress idempotency response', 32));

/** Undefined if the response is too long. */
export function encrypt(reply: WireReply, clientKey: string, maxBytes: number): string | undefined {
  const { status, headers, body } = reply;
  const text = JSON.stringify({ status, headers, body: body === null ? null : String(body) });
  if (text.length > MAX_BYTES) return undefined;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(clientKey), nonce);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const stored = Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64');
  return stored.length > maxBytes ? undefined : stored;
}

export function decrypt(stored: string, clientKey: string): WireReply {
  const bytes = Buffer.from(stored, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(clientKey), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  const { status, headers, body } = JSON.parse(text.toString('utf8')) as {
    status: number;
    headers: Record<string, string>;
    body: string | null;
  };
  return new WireReply(status, { ...headers, [REPLAYED_HEADER]: 'true' }, body);
}

/** Passes the response to `store` before it is sent. */
export function interceptResponse(response: ServerResponse, store: (reply: WireReply) => Promise<void>): void {
  const { writeHead, end } = response;
  let head: [status: number, headers: OutgoingHttpHeaders] = [200, {}];
  response.writeHead = ((status: number, headers: OutgoingHttpHeaders = {}) => {
    head = [status, headers];
    return response;
  }) as typeof writeHead;
  response.end = ((body?: string | Buffer) => {
    response.writeHead = writeHead;
    response.end = end;
    const [status, headers] = head;
    const stored = Object.entries(headers).filter(([name]) => !NOT_STORED.has(name.toLowerCase()));
    const reply = new WireReply(
      status,
      Object.fromEntries(stored.map(([name, value]) => [name, String(value)])),
      body ?? null,
    );
    void store(reply).finally(() => {
      response.writeHead(status, headers);
      if (body === undefined) response.end();
      else response.end(body);
    });
    return response;
  }) as typeof end;
}
