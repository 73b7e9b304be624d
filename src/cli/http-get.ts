import { get as httpGet, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';

const TIMEOUT_MS = 60_000;
const MAX_RESPONSE_BYTES = 64 * 1_048_576;

export interface JsonResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Parsed; undefined if it is not JSON. */
  body: unknown;
}

/** One GET of JSON. */
export async function fetchJson(
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<JsonResponse> {
  const { text, ...response } = await fetchText(address, { accept: 'application/json', ...headers });
  return { ...response, body: parsed(text) };
}

/** A GET without following redirects: the source of a response matters. */
export function fetchText(
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Omit<JsonResponse, 'body'> & { text: string }> {
  return new Promise((done, failed) => {
    const get = address.startsWith('https:') ? httpsGet : httpGet;
    const request = get(address, { headers, timeout: TIMEOUT_MS }, (response) => {
      readBody(response).then(
        (text) => done({ status: response.statusCode ?? 0, headers: flat(response), text }),
        failed,
      );
    });
    request.on('timeout', () =>
      request.destroy(new Error(`${new URL(address).host} did not respond within ${TIMEOUT_MS / 1000} seconds`)),
    );
    request.on('error', failed);
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
