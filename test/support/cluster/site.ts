import { ADMIN_AUTHORIZATION, startTestApp, type TestApp } from '../app.js';

/** The service at an address, and how its clients use it. */
export interface Site extends TestApp {
  url: string;
  /** A post, as its author sees it. */
  title(id: number): Promise<string>;
  /** The same for a visitor, never from memory. */
  publicTitle(id: number): Promise<string>;
  /** The same, from memory if possible. */
  cachedTitle(id: number): Promise<{ title: string; isHit: boolean }>;
  list(): Promise<void>;
  create(title: string): Promise<number>;
  rename(id: number, title: string): Promise<void>;
}

export async function startSite(env: Record<string, string>): Promise<Site> {
  const service = await startTestApp({ LOG_LEVEL: 'error', ...env });
  await service.app.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${(service.server.address() as { port: number }).port}`;
  let number = 0;

  async function exchange(path: string, isAuthor: boolean, body?: object): Promise<{ text: string; isHit: boolean }> {
    const headers = {
      ...(isAuthor && { authorization: ADMIN_AUTHORIZATION }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const response = await fetch(`${url}/wp-json/wp/v2/${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 100)}`);
    return { text, isHit: response.headers.get('x-nestpress-cache') === 'hit' };
  }

  async function ask<T>(path: string, isAuthor: boolean, body?: object): Promise<T> {
    return JSON.parse((await exchange(path, isAuthor, body)).text) as T;
  }

  const titleOf = ({ title }: { title: { rendered: string } }) => title.rendered;
  return {
    ...service,
    url,
    title: async (id) => titleOf(await ask(`posts/${id}`, true)),
    publicTitle: async (id) => titleOf(await ask(`posts/${id}?fresh=${process.pid}.${number++}`, false)),
    cachedTitle: async (id) => {
      const { text, isHit } = await exchange(`posts/${id}`, false);
      return { title: titleOf(JSON.parse(text) as { title: { rendered: string } }), isHit };
    },
    list: async () => void (await ask(`posts?per_page=5&fresh=${process.pid}.${number++}`, false)),
    create: async (title) => (await ask<{ id: number }>('posts', true, { title, status: 'publish' })).id,
    rename: async (id, title) => void (await ask(`posts/${id}`, true, { title })),
  };
}
