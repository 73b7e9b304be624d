import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { ChangeFeedStore } from '../../../../src/features/change-feed/change-feed.store.js';
import { eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';

const ACTIONS = `query Changes($since: Float!, $first: Int = 100, $after: String) {
  actionMonitorActions(where: { sinceTimestamp: $since, orderby: { field: MODIFIED, order: DESC } }, first: $first, after: $after) {
    nodes {
      id title actionType referencedNodeID referencedNodeStatus
      referencedNodeGlobalRelayID referencedNodeSingularName referencedNodePluralName
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

interface Action {
  readonly id: string;
  readonly title: string | null;
  readonly actionType: string;
  readonly referencedNodeID: string;
  readonly referencedNodeStatus: string;
  readonly referencedNodeGlobalRelayID: string;
  readonly referencedNodeSingularName: string;
}

interface Answer {
  readonly data: Record<string, unknown> | null;
  readonly errors?: { readonly message: string }[];
}

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  beforeAll(async () => {
    service = await startTestApp({ GRAPHQL: 'on', CONSOLE: 'api', VARIANT: 'C' }, engine);
  });
  afterAll(() => service?.close());

  const send = async (query: string, variables: object = {}) =>
    (await request(service.server).post('/graphql').send({ query, variables }).expect(200)).body as Answer;
  async function actions(since: number, page: object = {}) {
    const { data, errors } = await send(ACTIONS, { since, ...page });
    expect(errors).toBeUndefined();
    return data!.actionMonitorActions as {
      nodes: Action[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  }
  const create = async (path: string, body: object) =>
    ((await admin.post(path, body).expect(201)).body as { id: number }).id;
  const globalId = (kind: string, id: number) => Buffer.from(`${kind}:${id}`).toString('base64');
  /** Times of changes are seconds. */
  async function nextSecond(): Promise<number> {
    await wait(1100 - (Date.now() % 1000));
    return Date.now();
  }

  test('the site answers the checks before a crawl', async () => {
    const query = `query Checks($wpgql: String!, $wpgatsby: String!) {
      isWpGatsby schemaMd5 wpGatsby { arePrettyPermalinksEnabled }
      wpGatsbyCompatibility(wpGQLVersionRange: $wpgql, wpGatsbyVersionRange: $wpgatsby) { satisfies { wpGQL wpGatsby } }
      contentTypes { nodes { name archivePath } } taxonomies { nodes { name archivePath } }
    }`;
    const { data, errors } = await send(query, { wpgql: '>=1.1.2 <3.0.0', wpgatsby: '>=9.0.0' });
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({
      isWpGatsby: true,
      schemaMd5: expect.stringMatching(/^[0-9a-f]{32}$/),
      wpGatsby: { arePrettyPermalinksEnabled: true },
      wpGatsbyCompatibility: { satisfies: { wpGQL: true, wpGatsby: false } },
      contentTypes: { nodes: expect.arrayContaining([{ name: 'post', archivePath: '/' }]) },
      taxonomies: { nodes: expect.arrayContaining([{ name: 'category', archivePath: '/category/' }]) },
    });
    expect((await send('{ schemaMd5 }')).data).toEqual({ schemaMd5: data!.schemaMd5 });
    const wrong = await send(query, { wpgql: 'newest', wpgatsby: '*' });
    expect(wrong.errors?.[0]?.message).toContain('"newest" is not a range of versions');
  });

  test('a request without a document is answered as clients expect it', async () => {
    const { body } = await request(service.server).get('/graphql').expect(200);
    expect(body.errors[0].message).toContain('at least one of those two parameters: "query" or "queryId"');
  });

  test('changes need the feed, and those from before it are not known', async () => {
    const off = await send(ACTIONS, { since: Date.now() });
    expect(off.errors?.[0]?.message).toContain('nestpress change-feed build');
    await service.app.get(ChangeFeedStore, { strict: false }).build();
    expect((await actions(Date.now() - 3_600_000)).nodes).toMatchObject([{ actionType: 'REFETCH_ALL' }]);
  });

  test('what a visitor may see is created, updated and deleted', async () => {
    const hidden = await create('/posts', { title: 'Hidden later', status: 'publish' });
    const since = await nextSecond();
    expect((await actions(since)).nodes).toEqual([]);
    const post = await create('/posts', { title: 'First &amp; new', status: 'publish' });
    await create('/posts', { title: 'A draft', status: 'draft' });
    const category = await create('/categories', { name: 'News' });
    await admin.post(`/posts/${hidden}`, { status: 'private' }).expect(200);
    const { nodes } = await actions(since);
    const byId = new Map(nodes.map((node) => [node.referencedNodeGlobalRelayID, node]));
    expect(byId.get(globalId('post', post))).toMatchObject({
      title: 'First & new',
      actionType: 'CREATE',
      referencedNodeID: String(post),
      referencedNodeStatus: 'publish',
      referencedNodeSingularName: 'post',
      referencedNodePluralName: 'posts',
    });
    expect(byId.get(globalId('term', category))).toMatchObject({
      actionType: 'CREATE',
      referencedNodeSingularName: 'category',
      referencedNodePluralName: 'categories',
    });
    expect(byId.get(globalId('post', hidden))).toMatchObject({
      title: null,
      actionType: 'DELETE',
      referencedNodeStatus: 'trash',
    });
    expect(nodes.some(({ title }) => title === 'A draft')).toBe(false);
    // The newest first, page by page.
    const first = await actions(since, { first: 1 });
    expect(first).toMatchObject({ nodes: [nodes[0]], pageInfo: { hasNextPage: true } });
    const second = await actions(since, { first: 1, after: first.pageInfo.endCursor });
    expect(second.nodes).toEqual([nodes[1]]);
  });

  test('there are no actions of previews, and more writes than it is worth are read again', async () => {
    const previews = await send(
      '{ actionMonitorActions(where: { previewStream: true, sinceTimestamp: 0 }) { nodes { id } } }',
    );
    expect(previews).toEqual({ data: { actionMonitorActions: { nodes: [] } } });
    expect((await actions(0)).nodes).toMatchObject([{ actionType: 'REFETCH_ALL' }]);
  });
});
