import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type AddressInfo } from 'node:net';
import request from 'supertest';
import { serverAudits } from 'graphql-http';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';

anyEngine((engine) => {
  let service: TestApp;
  let url: string;
  const admin = clientOf(() => service, 'admin');
  beforeAll(async () => {
    service = await startTestApp(
      { GRAPHQL: 'on', GRAPHQL_KEYS: 'on', GRAPHQL_INTROSPECTION: 'on', GRAPHQL_MAX_BYTES: '20000' },
      engine,
    );
    await service.app.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${(service.server.address() as AddressInfo).port}/graphql`;
  });
  afterAll(() => service?.close());

  test('passes the audits of graphql-http', async () => {
    const audits = serverAudits({ url, fetchFn: fetch });
    const results = await Promise.all(audits.map((audit) => audit.fn()));
    expect(results.length).toBeGreaterThan(50);
    expect(
      results.flatMap((result) => (result.status === 'error' ? [`${result.name}: ${result.reason}`] : [])),
    ).toEqual([]);
  });

  test('an operation ends when its texts are larger than allowed', async () => {
    const content = 'word '.repeat(1000);
    const { body } = await admin.post('/posts', { title: 'Large', content, status: 'publish' }).expect(201);
    const ask = async (aliases: string) => {
      const query = `{ post(id: ${body.id}, idType: DATABASE_ID) { title ${aliases} } }`;
      return (await request(service.server).post('/graphql').send({ query }).expect(200)).body;
    };
    expect((await ask('content')).data.post.title).toBe('Large');
    expect(await ask('a: content b: content c: content d: content e: content')).toEqual({
      data: null,
      errors: [{ message: expect.stringContaining('GRAPHQL_MAX_BYTES'), extensions: { code: 'RESPONSE_TOO_LARGE' } }],
    });
    // Operations of a batch share the bytes.
    const query = `{ post(id: ${body.id}, idType: DATABASE_ID) { a: content b: content } }`;
    const alone = await request(service.server).post('/graphql').send({ query }).expect(200);
    expect(alone.body.errors).toBeUndefined();
    const batch = await request(service.server).post('/graphql').send([{ query }, { query }, { query }]).expect(200);
    expect(batch.body).toHaveLength(3);
    for (const one of batch.body) expect(one.errors[0].message).toContain('GRAPHQL_MAX_BYTES');
  });

  test.each(['query=DOCUMENT&query=OTHER', 'query=DOCUMENT&%20query=OTHER', 'query=DOCUMENT&query[]=x&query=OTHER'])(
    'GET with %s executes the document by which its answer is cached',
    async (parameters) => {
      const mark = parameters.length;
      const other = encodeURIComponent(`{ other${mark}: __typename }`);
      const document = encodeURIComponent(`{ first${mark}: __typename }`);
      const query = parameters.replace('DOCUMENT', document).replace('OTHER', other);
      const both = await request(service.server).get(`/graphql?${query}`).expect(200);
      const alone = await request(service.server).get(`/graphql?query=${other}`).expect(200);
      expect(both.body).toEqual({ data: { [`other${mark}`]: 'RootQuery' } });
      expect(alone.body).toEqual(both.body);
    },
  );

  test('documents are known by their hash, and answers to GET are cached until what they read changes', async () => {
    const { server } = service;
    const query = '{ posts(first: 1) { nodes { title } } }';
    const { headers, body } = await request(server).post('/graphql').send({ query }).expect(200);
    const queryId = headers['x-graphql-query-id'] as string;
    expect(queryId).toMatch(/^[0-9a-f]{64}$/);
    const read = () => request(server).get('/graphql').query({ queryId }).expect(200);
    const first = await read();
    expect(first.body).toEqual(body);
    expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    const hit = await read();
    expect(hit.headers).toMatchObject({
      age: '0',
      etag: first.headers.etag,
      'x-graphql-keys': first.headers['x-graphql-keys'],
    });
    await request(server)
      .get('/graphql')
      .query({ queryId })
      .set('If-None-Match', String(first.headers.etag))
      .expect(304);
    await admin.post('/posts', { title: 'Newest', status: 'publish' }).expect(201);
    expect((await read()).body).toEqual({ data: { posts: { nodes: [{ title: 'Newest' }] } } });
    const unknown = await request(server)
      .post('/graphql')
      .send({ extensions: { persistedQuery: { version: 1, sha256Hash: 'f'.repeat(64) } } });
    expect(unknown.body.errors[0].extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND');
  });
});
