import { type IncomingMessage } from 'node:http';
import { type PhpMap, isMap } from '../../text/php/php-values.js';
import { payloadTooLarge, bodyTooComplex } from '../errors/catalogue.js';
import { firstJsonError, jsonError } from './json-error.js';
import { type AdmittedRequest } from './request-slot.js';
import { readMultipart } from './multipart.js';
import { parsePhpQuery } from '../../text/php/php-query.js';
import { ANONYMOUS_JSON_VALUES } from '../budget.js';

/** Reads the whole body; refuses it as soon as it is known to exceed the limit. While it arrives, others are processed. */
export async function readBody(request: AdmittedRequest, limit: number): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit) throw payloadTooLarge(limit);
  if (announced === 0 && request.headers['transfer-encoding'] === undefined) return Buffer.alloc(0);
  const { slot } = request;
  return slot && !request.complete ? slot.pause(() => receive(request, limit)) : receive(request, limit);
}

async function receive(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop does not close the connection: the response still has to be sent on it.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw payloadTooLarge(limit);
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

/** Media type without its parameters. */
export function mediaType(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/**
 * Form parameters. A real POST may have urlencoded or multipart fields; other methods only urlencoded ones, or a body
 * without any content type.
 */
export async function parseForm(
  wireMethod: string,
  contentType: string | undefined,
  body: Buffer,
): Promise<PhpMap | undefined> {
  if (body.length === 0) return undefined;
  const type = mediaType(contentType);
  if (type === 'application/x-www-form-urlencoded' || (type === '' && wireMethod !== 'POST'))
    return parsePhpQuery(body.toString('utf8'));
  // Files are left to the routes that accept uploads.
  if (type === 'multipart/form-data' && wireMethod === 'POST')
    return readMultipart([body], contentType!, { fieldBytes: body.length });
  return undefined;
}

/** Maximum nesting of WordPress's decoder. */
const MAX_DEPTH = 512;

/** A JSON body as parameters. Valid JSON that is not an object or list yields none. */
export function parseJsonBody(body: Buffer, maxValues = ANONYMOUS_JSON_VALUES): PhpMap {
  if (body.length === 0) return {};
  const text = decodeUtf8(body);
  const { depth, values, hasBadEscape } = measure(text);
  if (depth > MAX_DEPTH) throw jsonError(1);
  if (values > maxValues) throw bodyTooComplex(maxValues);
  let value: unknown;
  try {
    value = JSON.parse(text, PROTOTYPE_KEY.test(text) ? dropPrototypeKeys : undefined);
  } catch {
    throw firstJsonError(body);
  }
  if (hasBadEscape) throw firstJsonError(body);
  if (Array.isArray(value)) return { ...value };
  return isMap(value) ? value : {};
}

/** `__proto__` in a body must never become a prototype. It can be written with escapes; a reviver is slow, so it is only used then. */
const PROTOTYPE_KEY = /__proto__|\\u00[567]/i;

function dropPrototypeKeys(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(body: Buffer): string {
  try {
    return UTF8.decode(body);
  } catch {
    throw firstJsonError(body);
  }
}

interface Measures {
  depth: number;
  /** Upper bound for the number of values: one more than commas, and one for each list or object. */
  values: number;
  /** An escape `\u` without four digits, or half of a surrogate pair. */
  hasBadEscape: boolean;
}

/** A single pass over the text before it is parsed. */
function measure(text: string): Measures {
  const found: Measures = { depth: 0, values: 1, hasBadEscape: false };
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === 0x22) inString = false;
      else if (char === 0x5c) {
        const length = text.charCodeAt(at + 1) === 0x75 ? escapeLength(text, at) : 2;
        if (length === 0) found.hasBadEscape = true;
        at += Math.max(length, 2) - 1;
      }
    } else if (char === 0x22) inString = true;
    else if (char === 0x2c) found.values++;
    else if (char === 0x7b || char === 0x5b) {
      found.values++;
      found.depth = Math.max(found.depth, ++depth);
    } else if (char === 0x7d || char === 0x5d) depth--;
  }
  return found;
}

const ESCAPE = /\\u(?:[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?![dD][89a-fA-F])[0-9a-fA-F]{4})/y;

/** Length of the `\uXXXX` escape or surrogate pair at this position; 0 if it is neither. */
function escapeLength(text: string, at: number): number {
  ESCAPE.lastIndex = at;
  return ESCAPE.test(text) ? ESCAPE.lastIndex - at : 0;
}
