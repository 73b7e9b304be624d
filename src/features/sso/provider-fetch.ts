import { DEFAULT_OUTBOUND, OutboundClient, SYSTEM_RESOLVER } from '../../platform/outbound/index.js';

/** Larger than any document of a provider. */
const MAX_BYTES = 1_048_576;
const TIMEOUT_MS = 5000;
/** Statuses without a body, which `Response` refuses to combine with one. */
const NO_BODY = new Set([204, 205, 304]);

interface ProviderRequest {
  method?: string;
  headers?: ConstructorParameters<typeof Headers>[0];
  body?: unknown;
}

/** `fetch` for the identity provider that the owner configured, for libraries that take one. It follows no redirects. */
export async function providerFetch(
  address: string,
  { method, headers, body }: ProviderRequest = {},
): Promise<Response> {
  const client = new OutboundClient({
    ...DEFAULT_OUTBOUND,
    origin: new URL(address).origin,
    resolver: SYSTEM_RESOLVER,
    timeoutMs: TIMEOUT_MS,
    maxRedirects: 0,
  });
  const { accept = 'application/json', ...others } = Object.fromEntries(new Headers(headers).entries());
  const form = body === undefined || body === null ? undefined : (body as string | URLSearchParams).toString();
  const response = await client.request(address, {
    method: method === 'POST' ? 'POST' : 'GET',
    accept,
    headers: { ...others, ...(form !== undefined && { 'Content-Length': String(Buffer.byteLength(form)) }) },
    body: form,
    maxBytes: MAX_BYTES,
    oversize: 'refuse',
  });
  return new Response(NO_BODY.has(response.status) ? null : new Uint8Array(response.body), {
    status: response.status,
    headers: { 'Content-Type': response.contentType },
  });
}
