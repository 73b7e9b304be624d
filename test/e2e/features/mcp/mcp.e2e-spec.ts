import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { Database } from '../../../../src/database/database.js';
import { Post } from '../../../../src/database/entities/index.js';
import { AgentSubscription } from '../../../../src/features/mcp/sessions/agent-subscription.entity.js';
import { freePort } from '../../../../tools/free-port.mjs';
import { AgentTokensModule } from '../../../support/agent-tokens.js';
import { anyEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers, PASSWORD } from '../../../support/clients.js';
import { until } from '../../../support/until.js';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface Schema {
  type?: string | string[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

interface Found {
  name: string;
  inputSchema: Schema;
}

type Result = Record<string, unknown> & { isError: boolean; id: number; items: { id: number }[] };

anyEngine((engine) => {
  let service: TestApp;
  let url: URL;
  let ids: Awaited<ReturnType<typeof createUsers>>;
  const passwords = new Map<string, string>();
  const admin = clientOf(() => service, 'admin');
  const own = clientOf(() => service, 'admin', '/wp-json/nestpress/v1');

  beforeAll(async () => {
    service = await startTestApp({ ...WEB, RATE_LIMIT: 'on' }, engine, { modules: [AgentTokensModule] });
    const port = await freePort();
    await service.app.listen(port, '127.0.0.1');
    url = new URL(`http://127.0.0.1:${port}/mcp`);
    ids = await createUsers(admin);
    for (const login of ['chief', 'writer', 'helper'] as const)
      await addPassword(login, ids[login], `Agent of ${login}`);
    await addPassword('reading', ids.chief, 'Reader', { read_only: true });
  });
  afterAll(() => service?.close());
  beforeEach(() => change({ enabled: true, read_only: false, publish: false, delete: false }));

  const addPassword = async (key: string, user: number, name: string, limits: object = {}) => {
    const { body } = await own.post(`/users/${user}/application-passwords`, { name, ...limits }).expect(201);
    passwords.set(key, body.password);
  };
  const change = async (settings: object) => (await own.post('/mcp', settings).expect(200)).body;
  const header = (login: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
  });
  const connect = (login: 'chief' | 'writer' | 'helper', key: string = login) =>
    connectWith(header(login, passwords.get(key)!));
  const connectWith = async (headers: { authorization: string }) => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    return client;
  };
  const call = async (client: Client, name: string, args: Record<string, unknown> = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: args });
    const [{ text }] = content as [{ text: string }];
    return { isError, ...(JSON.parse(text) as Record<string, unknown>) } as Result;
  };
  const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
  const post = (headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    });

  test('there is nothing until it is switched on', async () => {
    await change({ enabled: false });
    expect((await post(header('chief', passwords.get('chief')!))).status).toBe(404);
    await expect(connect('chief')).rejects.toThrow();
    expect(await change({ enabled: true })).toEqual({
      enabled: true,
      read_only: false,
      publish: false,
      delete: false,
      registration: false,
      url: 'http://site.test/mcp',
    });
    expect((await post(header('chief', passwords.get('chief')!))).status).toBe(200);
  });

  test('only administrators switch it on', async () => {
    await clientOf(() => service, 'chief', '/wp-json/nestpress/v1')
      .post('/mcp', { enabled: true })
      .expect(403);
    await clientOf(() => service, undefined, '/wp-json/nestpress/v1')
      .get('/mcp')
      .expect(401);
  });

  test('it needs an application password or a token, and refuses pages of other origins', async () => {
    for (const wrong of [
      {},
      header('chief', 'wrong'),
      header('chief', PASSWORD),
      { authorization: 'Bearer nonsense' },
    ]) {
      const response = await post(wrong as Record<string, string>);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toContain('Basic');
    }
    const valid = header('chief', passwords.get('chief')!);
    expect((await post({ ...valid, origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ ...valid, origin: 'http://site.test' })).status).toBe(200);
    expect((await fetch(url, { headers: valid })).status).toBe(405);
    const batch = await fetch(url, { method: 'POST', headers: valid, body: '[]' });
    expect(batch.status).toBe(400);
    // As deep and as many values as in any body of the REST API.
    const headers = { ...valid, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const codeOf = async (params: string) => {
      const body = `{"jsonrpc":"2.0","id":1,"method":"ping","params":${params}}`;
      return ((await (await fetch(url, { method: 'POST', headers, body })).json()) as { code?: string }).code;
    };
    expect(await codeOf('{"a":1}')).toBeUndefined();
    expect(await codeOf(`${'{"a":'.repeat(600)}1${'}'.repeat(600)}`)).toBe('mcp_invalid_message');
    expect(await codeOf(`{"a":[${'0,'.repeat(200_000)}0]}`)).toBe('rest_request_too_complex');
    expect(await codeOf('{"a":"\\ud800"}')).toBe('mcp_invalid_message');
  });

  test('tools come from the declared routes', async () => {
    const client = await connect('chief');
    expect(client.getServerVersion()).toMatchObject({ name: 'nestpress' });
    expect(client.getInstructions()).toContain('neither publish nor change what is published');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'search',
        'list_posts',
        'read_post',
        'create_post',
        'update_page',
        'upload_media',
        'list_categories',
        'moderate_comment',
      ]),
    );
    expect(tools.some(({ name }) => name.startsWith('delete_'))).toBe(false);
    const create = tools.find(({ name }) => name === 'create_post')!;
    expect(create.inputSchema.properties).toMatchObject({
      title: expect.anything(),
      categories: { items: { type: 'integer' } },
    });
    expect(create.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    await client.close();
  });

  test('reads, lists and searches what the user may read', async () => {
    await admin.post('/posts', { title: 'Public xylophone', content: 'Hello', status: 'publish' }).expect(201);
    const secret = (await admin.post('/posts', { title: 'Draft xylophone', status: 'draft' }).expect(201)).body.id;
    const client = await connect('helper');
    const found = await call(client, 'list_posts', { search: 'xylophone' });
    expect(found).toMatchObject({ isError: false, total: 1, items: [{ title: { rendered: 'Public xylophone' } }] });
    expect(found.items[0]).not.toHaveProperty('content');
    const id = found.items[0]!.id;
    expect(await call(client, 'read_post', { id })).toMatchObject({ id, content: { rendered: '<p>Hello</p>\n' } });
    expect(await call(client, 'search', { search: 'xylophone' })).toMatchObject({ total: 1, items: [{ id }] });
    expect(await call(client, 'read_post', { id: secret })).toMatchObject({ isError: true, code: 'rest_forbidden' });
    expect(await call(client, 'read_post', { id: 'x' })).toMatchObject({ isError: true });
    expect(await call(client, 'read_post', { id, nonsense: 1 })).toMatchObject({ code: 'mcp_invalid_arguments' });
    expect(await call(client, 'list_posts', { per_page: 1000 })).toMatchObject({ code: 'rest_invalid_param' });
    expect(await call(client, 'delete_post', { id })).toMatchObject({ code: 'mcp_unknown_tool' });

    const { resources } = await client.listResources();
    expect(resources).toContainEqual(expect.objectContaining({ uri: `nestpress://post/${id}` }));
    const { contents } = await client.readResource({ uri: `nestpress://post/${id}` });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ id });
    await expect(client.readResource({ uri: `nestpress://post/${secret}` })).rejects.toThrow();
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow('There is no resource');
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(2);
    await client.close();
  });

  test('writes drafts, but neither publishes nor changes what is published', async () => {
    const client = await connect('chief');
    const draft = await call(client, 'create_post', { title: 'By an agent', content: 'Text' });
    expect(draft).toMatchObject({ isError: false, status: 'draft', author: ids.chief });
    const id = draft.id;
    expect(await call(client, 'update_post', { id, title: 'Better' })).toMatchObject({ title: { raw: 'Better' } });
    for (const status of ['publish', 'future', 'private'])
      expect(await call(client, 'update_post', { id, status })).toMatchObject({ code: 'mcp_cannot_publish' });
    expect(await call(client, 'create_page', { title: 'x', status: 'publish' })).toMatchObject({
      code: 'mcp_cannot_publish',
    });
    await admin.post(`/posts/${id}`, { status: 'publish' }).expect(200);
    expect(await call(client, 'update_post', { id, title: 'Changed' })).toMatchObject({ code: 'mcp_cannot_publish' });
    await change({ publish: true });
    expect(await call(client, 'update_post', { id, title: 'Changed' })).toMatchObject({ status: 'publish' });

    const { body: entries } = await own.get('/audit-log', { actor: ids.chief }).expect(200);
    expect(entries.map(({ event, via }: Record<string, string>) => `${event} ${via}`)).toEqual([
      'entry.updated Agent of chief',
      'entry.updated Agent of chief',
      'entry.created Agent of chief',
    ]);
    await client.close();
  });

  test('the revision says which agent wrote; the author is the user', async () => {
    const client = await connect('chief');
    const { id } = await call(client, 'create_post', { title: 'First', content: 'By the agent' });
    await admin.post(`/posts/${id}`, { content: 'By a person' }).expect(200);
    await call(client, 'update_post', { id, content: 'By the agent again' });
    await client.close();
    const { body } = await own.get(`/entries/${id}/revisions`).expect(200);
    expect(body).toMatchObject([
      { author: ids.chief, via: 'Agent of chief', is_autosave: false },
      { author: 1, via: '' },
      { author: ids.chief, via: 'Agent of chief' },
    ]);
    const { body: revisions } = await admin.get(`/posts/${id}/revisions`, { context: 'edit' }).expect(200);
    expect(revisions.map(({ content }: { content: { raw: string } }) => content.raw)).toEqual([
      'By the agent again',
      'By a person',
      'By the agent',
    ]);
    expect(Object.keys(revisions[0])).toEqual(Object.keys(revisions[1]));
    // By cursor, for those who may edit the entry.
    const first = await own.get(`/entries/${id}/revisions`, { per_page: 2 }).expect(200);
    const next = new URL(/<([^>]+)>; rel="next"/.exec(first.headers.link!)![1]!);
    const second = await own.get(`/entries/${id}/revisions`, Object.fromEntries(next.searchParams)).expect(200);
    expect([...first.body, ...second.body]).toEqual(body);
    expect(second.headers.link).not.toContain('rel="next"');
    await clientOf(() => service, 'helper', '/wp-json/nestpress/v1')
      .get(`/entries/${id}/revisions`)
      .expect(403);
  });

  test('a bearer token acts for its user', async () => {
    const client = await connectWith({ authorization: 'Bearer token-of-writer' });
    expect(client.getInstructions()).toContain('You act for writer');
    expect(await call(client, 'create_post', { title: 'With a token' })).toMatchObject({ author: ids.writer });
    await client.close();
    expect((await post({ authorization: 'Bearer token-of-nobody' })).status).toBe(401);
    const { body } = await own.get('/audit-log', { actor: ids.writer }).expect(200);
    expect(body).toMatchObject([{ event: 'entry.created', via: 'MCP' }]);
  });

  test('permissions are those of the user', async () => {
    await change({ publish: true, delete: true });
    const client = await connect('helper');
    expect(await call(client, 'create_post', { title: 'x', status: 'publish' })).toMatchObject({
      isError: true,
      code: 'rest_cannot_publish',
    });
    const upload = { file_name: 'pixel.png', file_base64: PIXEL };
    expect(await call(client, 'upload_media', upload)).toMatchObject({
      isError: true,
      code: 'mcp_missing_capability',
      data: { missing_capability: 'upload_files' },
    });
    const refused = await call(client, 'delete_post', { id: 1 });
    expect(refused).toMatchObject({
      isError: true,
      code: 'rest_cannot_delete',
      data: { status: 403, missing_capability: 'delete_published_posts' },
    });
    expect(refused.message).toContain('delete_published_posts');
    const offered = await client.listTools();
    expect(offered.tools.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['upload_media']));
    expect(offered.tools.some(({ name }) => name === 'create_page' || name === 'create_category')).toBe(false);
    const { status } = offered.tools.find(({ name }) => name === 'create_post')!.inputSchema.properties as {
      status: { enum: string[] };
    };
    expect(status.enum).toEqual(expect.arrayContaining(['draft', 'pending']));
    expect(status.enum).not.toContain('publish');
    await client.close();
  });

  test('the list is short, its schemas are strict, and search_tools finds the rest', async () => {
    const client = await connect('chief');
    const { tools } = await client.listTools();
    // A token of a model has at least three and a half characters of such JSON.
    expect(JSON.stringify(tools).length / 3.5).toBeLessThan(6000);
    const problems = (schema: Schema, path: string): string[] => [
      ...([schema.type].flat().includes('array') && !schema.items ? [`${path} has no items`] : []),
      ...(schema.items ? problems(schema.items, `${path}[]`) : []),
      ...Object.entries(schema.properties ?? {}).flatMap(([name, value]) => [
        ...(/^[\w.-]{1,64}$/.test(name) ? [] : [`${path}.${name} is no name`]),
        ...problems(value, `${path}.${name}`),
      ]),
    ];
    expect(tools.flatMap(({ name, inputSchema }) => problems(inputSchema as Schema, name))).toEqual([]);
    expect(tools.every(({ name, description }) => /^[a-z]+_[a-z]+$|^search$/.test(name) && description)).toBeTruthy();
    const find = async (query: string) =>
      (await call(client, 'search_tools', { query })) as unknown as { tools: Found[] };
    const [first] = (await find('update_media')).tools;
    expect(first).toMatchObject({ name: 'update_media' });
    expect(problems(first!.inputSchema, 'update_media')).toEqual([]);
    expect(Object.keys((await find('list_posts')).tools[0]!.inputSchema.properties!)).toContain('author_exclude');
    const all = (await find('')).tools as unknown as string[];
    expect(all).toEqual(expect.arrayContaining(['create_tag', 'list_media']));
    expect(all.filter((name) => name.startsWith('delete'))).toEqual([]);
    expect(await call(client, 'call_tool', { tool: 'list_media' })).toMatchObject({ isError: false, total: 0 });
    expect(await call(client, 'list_posts', { author_exclude: [999] })).toMatchObject({
      isError: false,
    });
    for (const tool of ['call_tool', 'delete_post', 'nothing'])
      expect(await call(client, 'call_tool', { tool, arguments: {} })).toMatchObject({ code: 'mcp_unknown_tool' });
    await client.close();
  });

  test('content is accepted as Markdown', async () => {
    const client = await connect('chief');
    const made = await call(client, 'create_post', {
      title: 'Marked',
      content: '## Hello\n\n*world*',
      content_format: 'markdown',
    });
    expect(made).toMatchObject({ content: { raw: '<h2>Hello</h2>\n<p><em>world</em></p>' } });
    const { id } = made;
    expect(await call(client, 'update_post', { id, content: '*x*', content_format: 'html' })).toMatchObject({
      content: { raw: '*x*' },
    });
    expect(await call(client, 'update_post', { id, content_format: 'rtf' })).toMatchObject({
      code: 'mcp_invalid_arguments',
    });
    await client.close();
  });

  test('uploads, moderates and deletes', async () => {
    const client = await connect('chief');
    const upload = { file_name: 'pixel.png', file_base64: PIXEL, alt_text: 'A pixel' };
    const media = await call(client, 'upload_media', upload);
    expect(media).toMatchObject({ mime_type: 'image/png', alt_text: 'A pixel', author: ids.chief });
    const { id: comment } = (await admin.post('/comments', { post: 1, content: 'Spam' }).expect(201)).body;
    expect(await call(client, 'moderate_comment', { id: comment, status: 'spam' })).toMatchObject({ status: 'spam' });
    expect(await call(client, 'moderate_comment', { id: comment, content: 'x' })).toMatchObject({ isError: true });
    for (const status of ['trash', 'TRASH', ' trash\n'])
      expect(await call(client, 'moderate_comment', { id: comment, status })).toMatchObject({
        isError: true,
        code: 'mcp_cannot_delete',
      });
    await change({ delete: true });
    expect(await call(client, 'delete_media', { id: media.id })).toMatchObject({ deleted: true });
    const { body: entries } = await own.get('/audit-log', { actor: ids.chief, per_page: 3 }).expect(200);
    expect(entries.map(({ event }: Record<string, string>) => event)).toEqual([
      'entry.deleted',
      'comment.status-changed',
      'comment.updated',
    ]);
    await client.close();
  });

  test('images are shown, in a size that fits into a message, to those who may read them', async () => {
    const client = await connect('chief');
    const large = await sharp({ create: { width: 3000, height: 40, channels: 3, background: '#345' } })
      .png()
      .toBuffer();
    const upload = { file_name: 'wide.png', file_base64: large.toString('base64'), alt_text: 'Wide' };
    const { id } = await call(client, 'upload_media', upload);
    for (const [name, args] of [
      ['view_image', { id }],
      ['call_tool', { tool: 'view_image', arguments: { id } }],
    ] as const) {
      const content = (await client.callTool({ name, arguments: args })).content as Record<string, string>[];
      expect(content.map(({ type }) => type)).toEqual(['text', 'image', 'resource']);
      const { width, format } = await sharp(Buffer.from(content[1]!.data!, 'base64')).metadata();
      expect(width).toBeLessThanOrEqual(1600);
      expect(content[1]!.mimeType).toBe(`image/${format}`);
      const { text } = content[2]!.resource as unknown as { text: string };
      expect(JSON.parse(text)).toMatchObject({ id, alt_text: 'Wide' });
    }
    const { contents } = await client.readResource({ uri: `nestpress://attachment/${id}/file` });
    expect(contents[0]).toMatchObject({ mimeType: expect.stringMatching(/^image\//), blob: expect.any(String) });
    expect(await call(client, 'view_image', { id: 1 })).toMatchObject({ isError: true, code: 'rest_post_invalid_id' });
    expect(await call(client, 'view_image', {})).toMatchObject({ isError: true, code: 'mcp_invalid_arguments' });
    const text = { file_name: 'notes.txt', file_base64: Buffer.from('Notes').toString('base64') };
    const notes = await call(client, 'upload_media', text);
    expect(await call(client, 'view_image', { id: notes.id })).toMatchObject({ code: 'mcp_no_image' });
    const { body: secret } = await admin.post('/posts', { title: 'Secret', status: 'draft' }).expect(201);
    await admin.post(`/media/${id}`, { post: secret.id }).expect(200);
    const helper = await connect('helper');
    expect(await call(helper, 'view_image', { id })).toMatchObject({ isError: true, code: 'rest_forbidden' });
    await Promise.all([client.close(), helper.close()]);
  });

  test('prompts have what they are about, and only those whose tools the user has are offered', async () => {
    const { body: entry } = await admin.post('/posts', { title: 'To review', status: 'publish' }).expect(201);
    const client = await connect('chief');
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['site_overview', 'draft_post', 'review_entry', 'describe_image']);
    const review = await client.getPrompt({ name: 'review_entry', arguments: { uri: `nestpress://post/${entry.id}` } });
    expect(review.messages.map(({ content }) => content.type)).toEqual(['resource', 'text']);
    expect(JSON.stringify(review.messages[0])).toContain('To review');
    const draft = await client.getPrompt({ name: 'draft_post', arguments: { topic: 'Dunes' } });
    expect(JSON.stringify(draft.messages)).toContain('Dunes');
    for (const wrong of [
      { name: 'draft_post' },
      { name: 'nothing' },
      { name: 'review_entry', arguments: { uri: 'nestpress://post/0' } },
    ])
      await expect(client.getPrompt(wrong)).rejects.toMatchObject({ code: -32602 });
    const complete = async (name: string, value: string, type?: string) =>
      (
        await client.complete({
          ref: { type: 'ref/resource', uri: 'nestpress://{type}/{id}' },
          argument: { name, value },
          ...(type !== undefined && { context: { arguments: { type } } }),
        })
      ).completion.values;
    expect(await complete('type', 'p')).toEqual(['post', 'page']);
    expect(await complete('id', '', 'post')).toContain(String(entry.id));
    expect(await complete('id', '', 'page')).not.toContain(String(entry.id));
    expect(await complete('nothing', '')).toEqual([]);
    await change({ read_only: true });
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['site_overview', 'review_entry']);
    await client.close();
  });

  test('comments are moderated by those who may: authors theirs, contributors none', async () => {
    for (const [login, isOffered] of [
      ['chief', true],
      ['writer', true],
      ['helper', false],
    ] as const) {
      const client = await connect(login);
      expect((await names(client)).includes('moderate_comment')).toBe(isOffered);
      await client.close();
    }
  });

  test('read-only: by the setting, or by the application password', async () => {
    for (const [key, settings] of [
      ['chief', { read_only: true }],
      ['reading', { read_only: false }],
    ] as const) {
      await change({ ...settings, publish: true, delete: true });
      const client = await connect('chief', key);
      expect(client.getInstructions()).toContain('only read');
      expect((await names(client)).every((name) => /^(?:list|read|view|search|call_tool)/.test(name))).toBe(true);
      expect(await call(client, 'create_post', { title: 'x' })).toMatchObject({ isError: true });
      expect(await call(client, 'list_posts')).toMatchObject({ isError: false });
      await client.close();
    }
  });

  test('an agent that subscribes to a resource hears of its changes, by whichever program', async () => {
    const client = await connect('writer');
    const heard: string[] = [];
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void heard.push(params.uri));
    const { id } = (await clientOf(() => service, 'writer').post('/posts', { title: 'Followed', status: 'draft' }))
      .body as { id: number };
    const other = (await clientOf(() => service, 'writer').post('/posts', { title: 'Other', status: 'draft' }))
      .body as { id: number };
    const uri = `nestpress://post/${id}`;
    await client.subscribeResource({ uri });
    await client.subscribeResource({ uri });
    await clientOf(() => service, 'writer')
      .post(`/posts/${other.id}`, { title: 'Not followed' })
      .expect(200);
    await clientOf(() => service, 'writer')
      .post(`/posts/${id}`, { title: 'Changed' })
      .expect(200);
    await until(() => heard.length > 0);
    expect(new Set(heard)).toEqual(new Set([uri]));
    heard.length = 0;
    const database = service.app.get(Database);
    await database.transaction((tx) => tx.update(Post, { id }, { title: 'By WordPress' }));
    await until(() => heard.length > 0);
    await client.unsubscribeResource({ uri });
    heard.length = 0;
    await clientOf(() => service, 'writer')
      .post(`/posts/${id}`, { title: 'Quiet' })
      .expect(200);
    // Lost rights: told a last time, and not again.
    const uriOfOther = `nestpress://post/${other.id}`;
    await client.subscribeResource({ uri: uriOfOther });
    await database.transaction((tx) => tx.update(Post, { id: other.id }, { author: 1, status: 'private' }));
    await until(() => heard.length > 0);
    expect(heard).toEqual([uriOfOther]);
    await database.transaction((tx) => tx.update(Post, { id: other.id }, { title: 'Hidden' }));
    await expect(client.subscribeResource({ uri: uriOfOther })).rejects.toThrow();
    await expect(client.subscribeResource({ uri: 'nestpress://post/999999' })).rejects.toThrow();
    await expect(client.subscribeResource({ uri: 'test://x' })).rejects.toThrow('There is no resource');
    expect(heard).toEqual([uriOfOther]);
    await client.close();
  });

  test('a session belongs to its user, and ends when the agent says so', async () => {
    const transport = new StreamableHTTPClientTransport(url, {
      requestInit: { headers: header('writer', passwords.get('writer')!) },
    });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    const { id } = (await clientOf(() => service, 'writer').post('/posts', { title: 'Mine', status: 'draft' }))
      .body as {
      id: number;
    };
    await client.subscribeResource({ uri: `nestpress://post/${id}` });
    const rows = () => service.app.get(Database).manager.countBy(AgentSubscription, { uri: `nestpress://post/${id}` });
    expect(await rows()).toBe(1);
    const session = { 'mcp-session-id': transport.sessionId! };
    const chief = header('chief', passwords.get('chief')!);
    expect((await fetch(url, { method: 'DELETE', headers: { ...chief, ...session } })).status).toBe(204);
    expect(await rows()).toBe(1);
    await transport.terminateSession();
    expect(await rows()).toBe(0);
    await client.close();
  });

  test('an agent that sets a level gets messages about its calls', async () => {
    const client = await connect('helper');
    const heard: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void heard.push(params));
    await call(client, 'list_posts');
    expect(heard).toEqual([]);
    await client.setLoggingLevel('warning');
    await call(client, 'list_posts');
    expect(heard).toEqual([]);
    expect(await call(client, 'delete_post', { id: 1 })).toMatchObject({ isError: true });
    expect(heard).toMatchObject([{ level: 'warning', logger: 'nestpress', data: { tool: 'delete_post' } }]);
    await client.setLoggingLevel('debug');
    await call(client, 'list_posts');
    expect(heard.at(-1)).toMatchObject({ level: 'debug', data: { tool: 'list_posts' } });
    await client.close();
  });

  test('writes and requests of a user are limited', async () => {
    const token = { authorization: 'Bearer token-of-other' };
    const client = await connectWith(token);
    const moderate = () => call(client, 'moderate_comment', { id: 999_999, status: 'hold' });
    const writes = await Promise.all(Array.from({ length: 60 }, moderate));
    expect(writes.filter(({ code }) => code === 'rest_comment_invalid_id')).toHaveLength(60);
    expect(await moderate()).toMatchObject({ isError: true, code: 'mcp_too_many_writes' });
    expect(await call(client, 'list_posts')).toMatchObject({ isError: false });
    const statuses: number[] = [];
    const sendInvalid = async () => statuses.push((await fetch(url, { method: 'POST', headers: token })).status);
    for (let i = 0; i < 15; i++) await Promise.all(Array.from({ length: 20 }, sendInvalid));
    expect(statuses[0]).toBe(400);
    expect(statuses.at(-1)).toBe(429);
    expect(Number((await post(token)).headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post({ authorization: 'Bearer token-of-writer' })).status).toBe(200);
    await client.close();
  });
});
