import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { CrawlerService } from '../../../../src/modules/cache/crawler.service.js';
import { OptimizationsService } from '../../../../src/modules/cache/jobs/optimizations.service.js';
import { makeProof, signingKey } from '../../../../src/modules/cache/pairing/proof.js';
import { RecordsService } from '../../../../src/modules/cache/records.service.js';
import { ResponseCache } from '../../../../src/rest/cache/response-cache.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { enrichSite, type RichSite } from '../../../support/rich-site.js';
import { until } from '../../../support/until.js';

const BASE = '/wp-json/cache/v1';
const CALLBACKS = [
  'ip_validate',
  'token',
  'apikey',
  'cdn_status',
  'notify_img',
  'notify_ucss',
  'notify_vpi',
  'err_domains',
  'check_img',
];
const KEY = 'a key of the worker';

interface Outcome {
  _res: string;
  _msg?: string;
  hash?: string;
  token?: string;
  count?: number;
  data?: { img_data: { id: number; optm_status: string }[] };
}

eachEngine((engine) => {
  let service: TestApp;
  let site: RichSite;
  beforeAll(async () => {
    service = await startTestApp({}, engine);
    site = await enrichSite(service);
  });
  afterAll(() => service.close());

  const post = (route: string, form: object = {}) =>
    request(service.server).post(`${BASE}/${route}`).type('form').send(form);
  const asAdmin = (route: string, form: object = {}) => post(route, form).auth(ADMIN.user, ADMIN.password);
  const said = async (sent: request.Test) => (await sent.expect(200)).body as Outcome;

  /** A message with its proof. */
  function signed(
    secret: string,
    route: string,
    fields: Record<string, unknown> = {},
    member = 'hash',
  ): Record<string, unknown> {
    return { ...fields, [member]: makeProof(signingKey(secret), { purpose: route, fields }) };
  }

  async function pair(secret = KEY): Promise<void> {
    const { token } = await said(asAdmin('token'));
    expect(
      await said(
        post('apikey', signed(token!, 'apikey', { domain_key: secret, is_linked: '1', main_domain: 'site.test' })),
      ),
    ).toEqual({ _res: 'ok' });
  }

  test('a worker is paired with a token that works once, and then speaks with its key', async () => {
    expect(await said(post('ip_validate', { hash: 'x' }))).toEqual({ _res: 'err', _msg: 'lack_of_api_key' });
    expect(await said(post('token', { hash: 'x' }))).toEqual({ _res: 'err', _msg: 'lack_of_local_token' });
    const { token } = await said(asAdmin('token'));
    expect(Buffer.from(token!, 'base64url')).toHaveLength(32);
    const proved = signed(token!, 'token');
    expect((await said(post('token', proved))).hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await said(post('token', proved))).toEqual({ _res: 'err', _msg: 'mismatch' });
    const key = signed(token!, 'apikey', { domain_key: KEY, is_linked: '1' });
    expect(await said(post('apikey', { ...key, domain_key: 'another key' }))).toEqual({
      _res: 'err',
      _msg: 'mismatch',
    });
    expect(await said(post('apikey', key))).toEqual({ _res: 'ok' });
    expect(await said(post('token', signed(token!, 'token')))).toEqual({ _res: 'err', _msg: 'lack_of_local_token' });
    expect((await said(post('ip_validate', signed(KEY, 'ip_validate')))).hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('only the administrator starts a pairing', async () => {
    expect(await said(post('token'))).toEqual({ _res: 'err', _msg: 'lack_of_param' });
    expect(await said(post('token').auth('chief', 'a password'))).toEqual({ _res: 'err', _msg: 'lack_of_param' });
  });

  test('without a proof, with an old or a foreign one nothing is stored', async () => {
    await pair();
    const rows = async () => {
      const database = service.app.get(Database);
      return JSON.stringify([
        await database.query(`SELECT * FROM ${database.tables.own('cache_state')} ORDER BY name`),
        await database.query(`SELECT * FROM ${database.tables.own('cache_jobs')} ORDER BY id`),
      ]);
    };
    const before = await rows();
    const fields = {
      success: '1',
      result: { _msg: 'x' },
      data: { 1: { id: 1 } },
      status: '6',
      main_domain: 'a',
      alias: 'b',
      domain_key: 'k',
      is_linked: '1',
    };
    for (const route of CALLBACKS) {
      const member = route.startsWith('notify') ? 'domain_key' : 'hash';
      const old = makeProof(signingKey(KEY), { purpose: route, fields: {} }, Math.floor(Date.now() / 1000) - 400);
      const foreign = makeProof(signingKey('another'), { purpose: route, fields: {} });
      for (const proof of ['', 'nope', '3229847a0ae7085d2ce0463b063f03e2', old, foreign]) {
        expect((await said(post(route, { ...fields, [member]: proof })))._res).toBe('err');
      }
    }
    expect(await rows()).toBe(before);
  });

  test('what a worker says is data', async () => {
    await pair();
    const message = '<img src=x onerror=alert(1)>';
    expect(
      await said(post('cdn_status', signed(KEY, 'cdn_status', { success: '0', result: { _msg: message } }))),
    ).toEqual({ _res: 'ok' });
    expect(await service.app.get(RecordsService).cdn()).toMatchObject({ state: 'error', message });
    expect(await said(post('cdn_status', signed(KEY, 'cdn_status')))).toEqual({ _res: 'err', _msg: 'lack_of_param' });
  });

  test('an image goes from a job to its result, once', async () => {
    await pair();
    const { data } = await said(post('check_img', signed(KEY, 'check_img', { data: String(site.media) })));
    const [job] = data!.img_data;
    expect(job).toMatchObject({ optm_status: 'requested' });
    expect(JSON.stringify(data)).not.toMatch(/\.png|uploads/);
    const notify = (fields: object) =>
      request(service.server)
        .post(`${BASE}/notify_img`)
        .send(signed(KEY, 'notify_img', fields as Record<string, unknown>, 'domain_key'));
    // Wrong keys of the tests before make everybody at this address wait.
    await wait(3100);
    expect(
      await said(notify({ data: { [job!.id]: { ori_reduced: 100, ori_sha256: 'a'.repeat(64) } }, status: 6 })),
    ).toEqual({ _res: 'ok', count: 1 });
    const again = await said(post('check_img', signed(KEY, 'check_img', { data: String(site.media) })));
    expect(again.data!.img_data).toEqual([{ id: job!.id, optm_status: 'notified', src: `attachment:${site.media}` }]);
    expect(await said(notify({}))).toEqual({ _res: 'err', _msg: 'no notified data' });
    expect(await said(notify({ data: [job!.id] }))).toEqual({ _res: 'err', _msg: 'no status' });
    expect(await said(notify({ data: [job!.id], status: -1 }))).toEqual({ _res: 'ok', count: 1 });
    expect(await said(post('check_img', signed(KEY, 'check_img', { data: String(site.post) })))).toEqual({
      _res: 'err',
      _msg: 'unknown_image',
    });
  });

  test('styles and first images are taken for pages that wait for them', async () => {
    await pair();
    const jobs = service.app.get(OptimizationsService, { strict: false });
    for (const [kind, key] of [
      ['ucss', 'page one'],
      ['ucss', 'page two'],
      ['vpi', 'page one'],
    ] as const)
      await jobs.requestPage(kind, key, site.post);
    const notify = (route: string, data: object) =>
      request(service.server)
        .post(`${BASE}/${route}`)
        .send(signed(KEY, route, { data }, 'domain_key'));
    const styles = [
      { queue_k: 'page one', data_ucss: 'a{color:red}' },
      { queue_k: 'page two', data_ucss: 'a{}</style><script>' },
      { queue_k: 'unknown', data_ucss: 'a{}' },
    ];
    expect(await said(notify('notify_ucss', styles))).toEqual({ _res: 'ok', count: 1 });
    expect(await said(notify('notify_ucss', styles))).toEqual({ _res: 'ok', count: 0 });
    expect(
      await said(notify('notify_vpi', [{ queue_k: 'page one', data_vpi: ['x.png', '../../etc'], is_mobile: 1 }])),
    ).toEqual({ _res: 'ok', count: 1 });
  });

  test('a name by which the worker reached us can be confirmed once', async () => {
    await pair();
    const ask = () =>
      said(post('err_domains', signed(KEY, 'err_domains', { main_domain: 'site.test', alias: 'alias.test' })));
    expect(await ask()).toEqual({ _res: 'err', _msg: 'unknown_alias' });
    await said(post('ip_validate', signed(KEY, 'ip_validate')).set('host', 'Alias.test'));
    expect((await ask()).hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await ask()).toEqual({ _res: 'err', _msg: 'unknown_alias' });
  });

  test('addresses that are not listed are turned away; ping answers everybody', async () => {
    const database = service.app.get(Database);
    const options = service.app.get(OptionsStore);
    await database.transaction((tx) => options.set(tx, 'nestpress_cache_peers', '10.0.0.0/8, 2001:db8::/32'));
    for (const route of CALLBACKS) await post(route).expect(401);
    await asAdmin('token').expect(403);
    await request(service.server).get(`${BASE}/ping`).expect(200);
    await database.transaction((tx) => options.set(tx, 'nestpress_cache_peers', '10.0.0.0/8,127.0.0.1, ::1'));
    await post('token').expect(200);
    await database.transaction((tx) => options.delete(tx, 'nestpress_cache_peers'));
  });

  test('the crawler warms public responses and can be disabled and enabled', async () => {
    await service.app.listen(0, '127.0.0.1');
    const crawler = service.app.get(CrawlerService, { strict: false });
    // What the tests before wrote may be noticed only now, and empty the cache once more.
    await until(async () => {
      await crawler.run();
      return service.app.get(ResponseCache).size.entries > 10;
    }, 'public responses are cached');
    const { miss, hit, failed } = crawler.counts;
    expect(failed).toBe(0);
    expect(miss + hit).toBeGreaterThan(10);
    await post('toggle_crawler_state', { crawler_id: '1' }).expect(401);
    await post('toggle_crawler_state', { crawler_id: '1' }).auth('chief', 'a password').expect(403);
    expect((await asAdmin('toggle_crawler_state', { crawler_id: '1' })).body).toBe(0);
    await crawler.run();
    expect(crawler.counts.miss + crawler.counts.hit).toBeLessThan(miss + hit);
    expect((await asAdmin('toggle_crawler_state', { crawler_id: '1' })).body).toBe(1);
    await crawler.run();
    expect((await asAdmin('toggle_crawler_state')).body).toBeNull();
  });

  test('the administrator sees the public address where it is known', async () => {
    const get = () => request(service.server).get(`${BASE}/tool/check_ip`);
    await get().expect(401);
    const database = service.app.get(Database);
    await database.transaction((tx) => service.app.get(OptionsStore).set(tx, 'litespeed.conf.server_ip', '<b>'));
    expect([200, 404]).toContain((await get().auth(ADMIN.user, ADMIN.password)).status);
    await database.transaction((tx) => service.app.get(OptionsStore).set(tx, 'litespeed.conf.server_ip', '192.0.2.7'));
    expect((await get().auth(ADMIN.user, ADMIN.password).expect(200)).body).toBe('192.0.2.7');
  });
});
