import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { ChangeFeedStore } from '../../../../src/features/change-feed/change-feed.store.js';
import { eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';

eachEngine((engine) => {
  let service: TestApp;
  let url: string;
  const admin = clientOf(() => service, 'admin');
  beforeAll(async () => {
    service = await startTestApp({ GRAPHQL: 'on', CONSOLE: 'api', VARIANT: 'C' }, engine);
    await service.app.get(ChangeFeedStore, { strict: false }).build();
    await service.app.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${(service.server.address() as AddressInfo).port}/graphql`;
  });
  afterAll(() => service?.close());

  const DOCUMENT =
    'subscription S($since: String) { entryChanged(contentTypes: [POST], since: $since) { action databaseId contentType node { ... on Post { title } } } }';

  /** Reads until the text has what is waited for, or the stream ends. */
  async function stream(
    query: string,
    more: { variables?: object; until: (text: string) => boolean; then?: () => Promise<void> },
  ) {
    const stop = new AbortController();
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
      body: JSON.stringify({ query, variables: more.variables }),
      signal: stop.signal,
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    await more.then?.();
    let text = '';
    for await (const chunk of response.body!) {
      text += Buffer.from(chunk).toString();
      if (more.until(text)) break;
    }
    stop.abort();
    return text;
  }
  const eventsOf = (text: string) =>
    [...text.matchAll(/event: next\ndata: (.*)\n/g)].map(
      ([, data]) => JSON.parse(data!) as { data: { entryChanged: unknown } },
    );

  test('changes are sent as they happen, as a visitor may see them, and can be followed from an event', async () => {
    const created: number[] = [];
    const create = async (values: object, path = '/posts') =>
      created.push(((await admin.post(path, { status: 'publish', ...values }).expect(201)).body as { id: number }).id);
    const text = await stream(DOCUMENT, {
      then: async () => {
        await create({ title: 'A page' }, '/pages');
        await create({ title: 'A draft', status: 'draft' });
        await create({ title: 'First' });
      },
      until: (read) => read.includes('First'),
    });
    expect(eventsOf(text)).toEqual([
      {
        data: {
          entryChanged: { action: 'CREATED', databaseId: created[2], contentType: 'POST', node: { title: 'First' } },
        },
      },
    ]);
    const since = /^id: (.*)$/m.exec(text)![1];
    await admin.post(`/posts/${created[2]}`, { title: 'Changed' }).expect(200);
    const later = await stream(DOCUMENT, { variables: { since }, until: (read) => read.includes('Changed') });
    expect(eventsOf(later).map(({ data }) => data.entryChanged)).toEqual([
      expect.objectContaining({ action: 'UPDATED', node: { title: 'Changed' } }),
    ]);
    await admin.delete(`/posts/${created[2]}`, { force: true }).expect(200);
    const last = /^id: (.*)$/m.exec(later)![1];
    const gone = await stream(DOCUMENT, { variables: { since: last }, until: (read) => read.includes('DELETED') });
    expect(eventsOf(gone)[0]?.data.entryChanged).toMatchObject({ action: 'DELETED', node: null });
  });

  test('other operations and errors end the stream, and other requests are told how to subscribe', async () => {
    const ended = (text: string) => text.includes('event: complete');
    expect(eventsOf(await stream('{ __typename }', { until: ended }))).toEqual([{ data: { __typename: 'RootQuery' } }]);
    expect(await stream('subscription { nothing }', { until: ended })).toContain('"errors"');
    expect(await stream(DOCUMENT, { variables: { since: 'x' }, until: ended })).toContain('rest_invalid_param');
    const { body } = await request(service.server).post('/graphql').send({ query: DOCUMENT }).expect(200);
    expect(body.errors[0].message).toContain('text/event-stream');
  });
});
