import request from 'supertest';
import { ADMIN, type TestApp } from './app.js';

export const API = '/wp-json/wp/v2';
/** Of the users that tests create. */
export const PASSWORD = 'a password';

/** One user of each role; guests have no name. */
const ROLES = { chief: 'editor', writer: 'author', other: 'author', helper: 'contributor', reader: 'subscriber' };

export type Login = keyof typeof ROLES | 'admin';

export type Client = ReturnType<typeof clientOf>;

/** Sends requests in the name of a user; `base` precedes their paths. */
export function clientOf(service: () => TestApp, login?: string, base = API) {
  const send = (method: 'get' | 'post' | 'put' | 'delete' | 'options', path: string) => {
    const sent = request(service().server)[method](base + path);
    return login === undefined ? sent : sent.auth(login, login === 'admin' ? ADMIN.password : PASSWORD);
  };
  return {
    get: (path: string, query: object = {}) => send('get', path).query(query),
    post: (path: string, body: object = {}) => send('post', path).send(body),
    put: (path: string, body: object = {}) => send('put', path).send(body),
    delete: (path: string, query: object = {}) => send('delete', path).query(query),
    options: (path: string) => send('options', path),
  };
}

/** Creates one user of each role; returns their ids. */
export async function createUsers(admin: Client): Promise<Record<keyof typeof ROLES, number>> {
  const ids: Record<string, number> = {};
  for (const [username, role] of Object.entries(ROLES)) {
    const { body } = await admin
      .post('/users', { username, email: `${username}@x.test`, password: PASSWORD, roles: [role] })
      .expect(201);
    ids[username] = (body as { id: number }).id;
  }
  return ids as Record<keyof typeof ROLES, number>;
}
