import { afterAll, beforeAll } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../src/database/database.js';
import { OptionsStore } from '../../src/database/options.store.js';
import { ADMIN, type EngineName, startTestApp, type TestApp, WEB } from './app.js';
import { API, clientOf } from './clients.js';
import { picture } from './files.js';

/** `SITE_URL` of the service. */
export const SITE = 'http://site.test';

/** A service with public pages for all tests of a suite. */
export function withPagesSite(engine: EngineName) {
  let started: TestApp;
  beforeAll(async () => {
    started = await startTestApp(WEB, engine);
  });
  afterAll(() => started.close());

  const service: TestApp = {
    get app() {
      return started.app;
    },
    get server() {
      return started.server;
    },
    close: () => started.close(),
  };
  const admin = clientOf(() => service, 'admin');
  return {
    service,
    /** The REST API of WordPress, as the administrator. */
    admin,
    /** All other routes, as the administrator. */
    own: clientOf(() => service, 'admin', '/wp-json/nestpress/v1'),
    get: (url: string) => request(service.server).get(url.replace(SITE, '')),
    create: async (base: string, body: object) =>
      (await admin.post(`/${base}`, body).expect(201)).body as { id: number; link: string },
    upload: async (name: string, width: number, height: number, query: object = {}) => {
      const sent = request(service.server).post(`${API}/media`).query(query).auth(ADMIN.user, ADMIN.password);
      sent.set({ 'Content-Type': 'image/png', 'Content-Disposition': `attachment; filename="${name}.png"` });
      return (await sent.send(await picture(width, height)).expect(201)).body as { id: number; source_url: string };
    },
    setOption: (name: string, value: string | number) =>
      service.app.get(Database).transaction((tx) => service.app.get(OptionsStore).set(tx, name, value)),
  };
}
