import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

const TIMEOUT_MS = 60_000;
const MAX_RESPONSE_BYTES = 64 * 1_048_576;

export interface JsonResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Parsed; undefined if it is not JSON. */
  body: unknown;
}

/** A method that changes nothing. */
export type SafeMethod = 'GET' | 'OPTIONS';

/** One request for JSON. */
export async function fetchJson(
  address: string,
  headers: Readonly<Record<string, string>> = {},
  method?: SafeMethod,
): Promise<JsonResponse> {
  const { text, ...response } = await fetchText(address, { accept: 'application/json', ...headers }, method);
  return { ...response, body: parsed(text) };
}

/** Does not follow redirects: the source of a response matters. */
export function fetchText(
  address: string,
  headers: Readonly<Record<string, string>> = {},
  method: SafeMethod = 'GET',
): Promise<Omit<JsonResponse, 'body'> & { text: string }> {
  return new Promise((done, failed) => {
    const send = address.startsWith('https:') ? httpsRequest : httpRequest;
    const request = send(address, { method, headers, timeout: TIMEOUT_MS }, (response) => {
      readBody(response).then(
        (text) => done({ status: response.statusCode ?? 0, headers: flat(response), text }),
        failed,
      );
    });
    request.on('timeout', () =>
      request.destroy(new Error(`${new URL(address).host} did not respond within ${TIMEOUT_MS / 1000} seconds`)),
    );
    request.on('error', failed);
    request.end();
  });
}

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) throw new Error(`a response has more than ${MAX_RESPONSE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function flat({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
