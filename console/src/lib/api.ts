import { t } from '../texts';
import { reportOffline, reportOnline } from './connection';
import { withEditableTexts } from './html';
import { isWaitingForSignIn, loadSession, restRoot, session, waitForSignIn } from './session';

export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

/** An error response of the REST API, or a request that got no response (status 0). */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
    readonly data: unknown = undefined,
  ) {
    super(message);
  }
}

export interface ApiResponse<T> {
  data: T;
  /** X-WP-Total and X-WP-TotalPages; undefined where the response is no list. */
  total: number | undefined;
  pages: number | undefined;
  etag: string | undefined;
  /** The methods that the requester may use on this route. */
  allow: readonly string[];
}

export interface RequestOptions {
  query?: Query;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export function restUrl(path: string, query: Query = {}): URL {
  const url = new URL(path, restRoot());
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue;
    url.searchParams.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return url;
}

/** Sends a request with the session's nonce; a session that ended is renewed or signed in again first. */
export async function request<T>(method: string, path: string, options: RequestOptions = {}): Promise<ApiResponse<T>> {
  const response = await withSession(() => send(method, path, options), sessionProblem);
  reportOnline();
  const data = response.status === 204 ? undefined : await readJson(response);
  if (!response.ok) throw toError(response.status, data);
  return {
    data: withEditableTexts(data as T),
    total: toNumber(response.headers.get('X-WP-Total')),
    pages: toNumber(response.headers.get('X-WP-TotalPages')),
    etag: response.headers.get('ETag') ?? undefined,
    allow: methodsIn(response.headers.get('Allow')),
  };
}

function send(method: string, path: string, { query, body, headers, signal }: RequestOptions): Promise<Response> {
  const isForm = body instanceof FormData;
  return fetch(restUrl(path, query), {
    method,
    signal,
    cache: 'no-store',
    headers: {
      ...(session.get()?.nonce && { 'X-WP-Nonce': session.get()!.nonce! }),
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    reportOffline();
    throw new ApiError(t.errors.offline, 0, 'offline');
  });
}

/** Repeats a request whose nonce or session was no longer valid. */
export async function withSession<R>(
  run: () => Promise<R>,
  isSessionProblem: (answer: R) => Promise<boolean>,
): Promise<R> {
  const answer = await run();
  // While the sign-in dialogue is open, further requests wait for it too.
  const hadSession = session.get()?.signed_in || isWaitingForSignIn();
  if (!hadSession || !(await isSessionProblem(answer))) return answer;
  const { signed_in: isSignedIn } = await loadSession();
  if (!isSignedIn) await waitForSignIn();
  return run();
}

async function sessionProblem(response: Response): Promise<boolean> {
  if (response.status === 401) return true;
  if (response.status !== 403) return false;
  const { code } = ((await response
    .clone()
    .json()
    .catch(() => ({}))) ?? {}) as { code?: string };
  return code === 'rest_cookie_invalid_nonce';
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new ApiError(t.errors.unreadable({ status: response.status }), response.status, 'unreadable');
  }
}

export function toError(status: number, body: unknown): ApiError {
  const { code = '', message = '', data } = (body ?? {}) as { code?: string; message?: string; data?: unknown };
  const params = (data as { params?: Record<string, string> } | undefined)?.params;
  const details = params && typeof params === 'object' && !Array.isArray(params) ? Object.values(params).join(' ') : '';
  return new ApiError(details || message || t.errors.status({ status }), status, code, data);
}

const toNumber = (text: string | number | null) => (text === null ? undefined : Number(text));
const methodsIn = (allow: string | null | undefined) => (allow ?? '').split(/,\s*/).filter(Boolean);

export const get = <T>(path: string, query?: Query, signal?: AbortSignal) => request<T>('GET', path, { query, signal });
export const post = <T>(path: string, body?: unknown, headers?: Record<string, string>) =>
  request<T>('POST', path, { body: body ?? {}, headers });
export const del = <T>(path: string, query?: Query, headers?: Record<string, string>) =>
  request<T>('DELETE', path, { query, headers });

/** The methods the requester may use, by the API's own response; none where the route does not exist. */
export async function allowedMethods(path: string): Promise<readonly string[]> {
  try {
    return (await request('OPTIONS', path)).allow;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return [];
    throw error;
  }
}

export interface Read {
  method?: 'GET' | 'OPTIONS';
  path: string;
  query?: Query;
  /** False if only `allow` of an OPTIONS request is of interest. */
  describe?: boolean;
}

/** How many reads one request may have. */
const MAX_READS = 60;

interface WaitingRead {
  read: Read;
  resolve(response: Enveloped): void;
  reject(error: unknown): void;
}

let waiting: WaitingRead[] = [];

/** Reads that begin together share one request. */
function readTogether(read: Read): Promise<Enveloped> {
  return new Promise((resolve, reject) => {
    waiting.push({ read, resolve, reject });
    if (waiting.length === 1) setTimeout(() => void sendWaiting());
  });
}

async function sendWaiting(): Promise<void> {
  const together = waiting;
  waiting = [];
  try {
    const responses = await sendReads(together.map(({ read }) => read));
    together.forEach(({ resolve }, index) => resolve(responses[index]!));
  } catch (error) {
    for (const { reject } of together) reject(error);
  }
}

/** Sends several reads in as few requests as possible. Those that were refused are undefined. */
export function readAll(reads: readonly Read[]): Promise<(ApiResponse<unknown> | undefined)[]> {
  return Promise.all(
    reads.map(async (read) => {
      const response = await readTogether(read);
      const { status, body } = response;
      if (status >= 500) throw toError(status, body);
      return status >= 400 ? undefined : opened(response);
    }),
  );
}

/** Like `get`, but reads that begin together share one request. */
export async function getTogether<T>(path: string, query?: Query): Promise<ApiResponse<T>> {
  const response = await readTogether({ path, query });
  if (response.status >= 400) throw toError(response.status, response.body);
  return opened(response) as ApiResponse<T>;
}

async function sendReads(reads: readonly Read[]): Promise<Enveloped[]> {
  const requests = reads.map(({ method, path, query, describe }) => {
    const { searchParams } = restUrl('', query);
    return { method, path: `/${path}?${searchParams.toString()}`, describe };
  });
  const groups = Array.from({ length: Math.ceil(requests.length / MAX_READS) }, (_, index) =>
    post<{ responses: Enveloped[] }>('nestpress/v1/reads', {
      requests: requests.slice(index * MAX_READS, (index + 1) * MAX_READS),
    }),
  );
  return (await Promise.all(groups)).flatMap(({ data }) => data.responses);
}

function opened({ headers, body }: Enveloped): ApiResponse<unknown> {
  const header = (name: string) => (Array.isArray(headers) ? undefined : headers[name]);
  return {
    data: withEditableTexts(body),
    total: toNumber(header('X-WP-Total') ?? null),
    pages: toNumber(header('X-WP-TotalPages') ?? null),
    etag: header('ETag')?.toString(),
    allow: methodsIn(header('Allow')?.toString()),
  };
}

/** A response in a body; without headers, these are an empty list. */
interface Enveloped {
  status: number;
  headers: Record<string, string | number> | [];
  body: unknown;
}

export function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : t.errors.unknown;
}
