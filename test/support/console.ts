import request from 'supertest';
import { ADMIN, type TestApp } from './app.js';

/** What a browser holds after signing in at the console. */
export interface ConsoleSession {
  cookie: string;
  nonce: string;
  userId: number;
}

/** Signs in at the console as a browser does. */
export async function signIn(
  service: TestApp,
  { login, password }: { login: string; password: string } = { login: ADMIN.user, password: ADMIN.password },
): Promise<ConsoleSession> {
  const response = await request(service.server).post('/console/login').send({ login, password }).expect(200);
  return sessionOf(response);
}

export function sessionOf({ headers, body }: request.Response): ConsoleSession {
  const cookies = headers['set-cookie'] as unknown as string[];
  return {
    cookie: cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '),
    nonce: (body as { nonce: string }).nonce,
    userId: (body as { user_id: number }).user_id,
  };
}
