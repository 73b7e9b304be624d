import { type WordPress } from './wordpress.js';

export interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

export interface Session {
  /** What a browser sends back after signing in. */
  cookie: string;
  nonce: string;
}

/** Where WordPress has its interface whatever its permalinks are. */
export const restRoot = ({ url }: WordPress) => `${url}/?rest_route=`;

/** Sends requests to an interface, WordPress's or ours, with a fixed proof of who is asking. */
export function clientAt(root: string, headers: Record<string, string> = {}) {
  return async <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: object | FormData,
  ): Promise<Answer<T>> => {
    const [route, query] = path.split('?');
    const json = body !== undefined && !(body instanceof FormData);
    const response = await fetch(root + route + (query ? (root.includes('?') ? '&' : '?') + query : ''), {
      method,
      headers: { ...headers, ...(json && { 'content-type': 'application/json' }) },
      body: json ? JSON.stringify(body) : (body as FormData | undefined),
    });
    const text = await response.text();
    try {
      return { status: response.status, headers: response.headers, body: JSON.parse(text) as T };
    } catch {
      throw new Error(`${method} ${path}: no JSON but ${text.slice(0, 500)}`);
    }
  };
}

export type RestClient = ReturnType<typeof clientAt>;

export const basic = (login: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
});

/** Signs in at wp-login.php and fetches a nonce, as a browser does. */
export async function signIn({ url }: WordPress, login: string, password: string): Promise<Session> {
  const response = await fetch(`${url}/wp-login.php`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: 'wordpress_test_cookie=WP%20Cookie%20check' },
    body: new URLSearchParams({ log: login, pwd: password, testcookie: '1' }),
  });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!);
  if (response.status !== 302 || !cookies.some((cookie) => cookie.startsWith('wordpress_logged_in_')))
    throw new Error(`Not signed in: ${response.status}`);
  const cookie = cookies.join('; ');
  const nonce = await (await fetch(`${url}/wp-admin/admin-ajax.php?action=rest-nonce`, { headers: { cookie } })).text();
  return { cookie, nonce };
}
