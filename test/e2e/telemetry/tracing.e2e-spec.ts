import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SpanKind } from '@opentelemetry/api';
import request from 'supertest';
import { Database } from '../../../src/database/database.js';
import { JobsService } from '../../../src/platform/jobs/jobs.service.js';
import { OutboundClient } from '../../../src/platform/outbound/outbound.client.js';
import { DEFAULT_OUTBOUND } from '../../../src/platform/outbound/outbound-options.js';
import { eachEngine, startTestApp, type TestApp } from '../../support/app.js';
import { recordSpans, type SeenSpan } from '../../support/traces.js';
import { until } from '../../support/until.js';

eachEngine((engine) => {
  let service: TestApp;
  let recorded: ReturnType<typeof recordSpans>;
  beforeAll(async () => {
    recorded = recordSpans();
    service = await startTestApp({ OTEL: 'on' }, engine);
  });
  afterAll(async () => {
    await service.close();
    recorded.stop();
  });

  /** The span, once it is over. */
  async function ended(find: (span: SeenSpan) => boolean): Promise<SeenSpan> {
    let span: SeenSpan | undefined;
    await until(
      () => (span = recorded.spans.find((one) => one.ended && find(one))) !== undefined,
      'there is such a span',
    );
    return span!;
  }

  test('a request is a span, its statements are spans below it, without values', async () => {
    await request(service.server)
      .get('/wp-json/wp/v2/posts?search=private')
      .set('traceparent', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`)
      .expect(200);
    const span = await ended(({ name }) => name === 'GET /wp/v2/posts');
    expect(span).toMatchObject({
      kind: SpanKind.SERVER,
      attributes: {
        'http.route': '/wp/v2/posts',
        'http.response.status_code': 200,
        'url.path': '/wp-json/wp/v2/posts',
      },
    });
    expect(span.parent).toBeUndefined();
    const statements = recorded.spans.filter(({ parent }) => parent === span.id);
    expect(statements.length).toBeGreaterThan(0);
    expect(statements[0]).toMatchObject({
      kind: SpanKind.CLIENT,
      ended: true,
      attributes: { 'db.system.name': engine },
    });
    expect(statements.map(({ name }) => name)).toContain('SELECT wp_posts');
    expect(JSON.stringify(recorded.spans)).not.toContain('private');
  });

  test('a job is a separate trace with its statements; a failed span has only the type of the error', async () => {
    const jobs = service.app.get(JobsService, { strict: false });
    jobs.register('traced', () => Promise.reject(new TypeError('private reason')));
    await service.app.get(Database, { strict: false }).transaction((tx) => jobs.add(tx, 'traced', {}));
    const span = await ended(({ name }) => name === 'job traced');
    expect(span).toMatchObject({
      kind: SpanKind.CONSUMER,
      parent: undefined,
      attributes: { 'nestpress.job.attempt': 1 },
    });
    expect(recorded.spans.filter(({ parent }) => parent === span.id).map(({ name }) => name)).toContain(
      'UPDATE wp_nestpress_jobs',
    );
  });

  test('a request to another host is a span that names the host alone', async () => {
    const client = new OutboundClient({ ...DEFAULT_OUTBOUND });
    await expect(
      client.get('http://127.0.0.1/private?key=private', { accept: '*/*', maxBytes: 10, oversize: 'cut' }),
    ).rejects.toThrow();
    const span = await ended(({ attributes }) => attributes['server.address'] === '127.0.0.1');
    expect(span).toMatchObject({ kind: SpanKind.CLIENT, status: 2, attributes: { 'error.type': 'OutboundError' } });
    expect(JSON.stringify(span)).not.toContain('private');
  });

  test('without OTEL=on there are no spans', async () => {
    await service.close();
    const before = recorded.spans.length;
    service = await startTestApp({}, engine);
    await request(service.server).get('/wp-json/wp/v2/posts').expect(200);
    expect(recorded.spans.length).toBe(before);
  });
});
