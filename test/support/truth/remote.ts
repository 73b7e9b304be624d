import { ADMIN_AUTHORIZATION } from '../app.js';

/** What must be the same whether or not a response comes from memory. */
const COMPARED = ['content-type', 'x-wp-total', 'x-wp-totalpages', 'link', 'allow'];

export interface Seen {
  status: number;
  /** Status, compared headers and body as one text. */
  text: string;
  isHit: boolean;
}

/** As a visitor sees it. */
export async function look(base: string, path: string): Promise<Seen> {
  const response = await fetch(`${base}/wp-json${path}`);
  const headers = COMPARED.map((name) => `${name}: ${response.headers.get(name) ?? ''}`);
  const text = [response.status, ...headers, await response.text()].join('\n');
  return { status: response.status, text, isHit: response.headers.get('x-nestpress-cache') === 'hit' };
}

export interface Done {
  status: number;
  body: { id?: number; title?: { rendered: string } };
}

/** As the administrator writes. */
export async function write(base: string, method: string, path: string, body?: object | Buffer): Promise<Done> {
  const isFile = Buffer.isBuffer(body);
  const response = await fetch(`${base}/wp-json${path}`, {
    method,
    headers: {
      authorization: ADMIN_AUTHORIZATION,
      ...(isFile
        ? { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="picture.png"' }
        : { 'content-type': 'application/json' }),
    },
    body: isFile ? new Uint8Array(body) : JSON.stringify(body ?? {}),
  });
  return { status: response.status, body: (await response.json()) as Done['body'] };
}
