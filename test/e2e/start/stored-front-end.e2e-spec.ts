import { expect, test } from '@jest/globals';
import { ADMIN, eachEngine } from '../../support/app.js';
import { startProcess } from '../../support/process.js';
import { createProcessSite } from '../../support/process-site.js';
import { until } from '../../support/until.js';

const FRONT_END = 'https://www.front.test';

eachEngine((engine) => {
  test('the front end is set in the console, unless the environment names one', async () => {
    const site = await createProcessSite(engine, { VARIANT: 'C', CONSOLE: 'api' });
    const authorization = `Basic ${Buffer.from(`${ADMIN.user}:${ADMIN.password}`).toString('base64')}`;
    const send = async (url: string, path: string, body?: object) => {
      const method = body ? 'POST' : 'GET';
      const headers = { authorization, 'content-type': 'application/json' };
      return fetch(`${url}/wp-json${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    };
    const json = async (url: string, path: string, body?: object) =>
      (await (await send(url, path, body)).json()) as Record<string, unknown>;
    const options = '/nestpress/v1/site-options';
    const service = await startProcess(site.env);
    try {
      const { url } = service;
      const frontEnd = async () => (await json(url, '/nestpress/v1/site')).front_end;
      expect(await frontEnd()).toBeNull();
      const stored = { front_end_url: FRONT_END, front_end_preview: '/show?t={token}', front_end_links: true };
      expect(await json(url, options, stored)).toMatchObject(stored);
      await until(async () => (await frontEnd()) === FRONT_END, 'the service follows the setting');
      const { id, link } = (await json(url, '/wp/v2/posts', { title: 'Hello', status: 'publish' })) as {
        id: number;
        link: string;
      };
      expect(link.startsWith(`${FRONT_END}/`)).toBe(true);
      const token = await json(url, '/nestpress/v1/preview-tokens', { post: id });
      expect(token.url).toMatch(/^https:\/\/www\.front\.test\/show\?t=./);
      await json(url, options, { front_end_url: '' });
      await until(async () => (await frontEnd()) === null, 'the service follows its removal');
      await json(url, options, stored);
    } finally {
      await service.stop();
    }
    const fixed = await startProcess({ ...site.env, FRONT_END_URL: 'https://other.test' });
    try {
      expect((await json(fixed.url, '/nestpress/v1/site')).front_end).toBe('https://other.test');
      expect(Object.keys(await json(fixed.url, options)).filter((name) => name.startsWith('front_end'))).toEqual([]);
      expect((await send(fixed.url, options, { front_end_url: FRONT_END })).status).toBe(400);
    } finally {
      await fixed.stop();
      await site.close();
    }
  });
});
