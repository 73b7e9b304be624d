import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { auth, type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  type OAuthClientInformationMixed,
  type OAuthClientMetadata,
  type OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { AuthorizationCode, OAuthClient } from '../../../../src/features/mcp/oauth/oauth.entities.js';
import { freePort } from '../../../../tools/free-port.mjs';
import { eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers, PASSWORD } from '../../../support/clients.js';
import { type ConsoleSession, signIn } from '../../../support/console.js';

const REDIRECT = 'http://127.0.0.1:4699/done';
const CLIENTS = '/nestpress/v1/mcp/clients';

/** An agent as the SDK implements one: it remembers what it gets, and where it sends its user. */
class Agent implements OAuthClientProvider {
  sentTo?: URL;
  saved?: OAuthTokens;
  information?: OAuthClientInformationMixed;
  private verifier = '';

  constructor(
    private readonly scope: string,
    clientId?: string,
  ) {
    if (clientId !== undefined) this.information = { client_id: clientId };
  }

  get redirectUrl(): string {
    return REDIRECT;
  }
  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'Desk agent',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: this.scope,
    };
  }
  state = () => 'a state';
  clientInformation = () => this.information;
  saveClientInformation(information: OAuthClientInformationMixed): void {
    this.information = information;
  }
  tokens = () => this.saved;
  saveTokens(tokens: OAuthTokens): void {
    this.saved = tokens;
  }
  invalidateCredentials(): void {
    this.saved = undefined;
  }
  redirectToAuthorization(url: URL): void {
    this.sentTo = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }
  codeVerifier = () => this.verifier;
}

eachEngine((engine) => {
  let service: TestApp;
  let root: string;
  let url: URL;
  let ids: Awaited<ReturnType<typeof createUsers>>;
  let writer: ConsoleSession;
  const admin = clientOf(() => service, 'admin', '/wp-json');

  beforeAll(async () => {
    const port = await freePort();
    root = `http://127.0.0.1:${port}`;
    service = await startTestApp({ ...WEB, SITE_URL: root, RATE_LIMIT: 'off' }, engine);
    await service.app.listen(port, '127.0.0.1');
    url = new URL(`${root}/mcp`);
    ids = await createUsers(clientOf(() => service, 'admin'));
    writer = await signIn(service, { login: 'writer', password: PASSWORD });
    await change({ enabled: true });
  });
  afterAll(() => service?.close());

  const database = () => service.app.get(Database);
  const change = (settings: object) => admin.post('/nestpress/v1/mcp', settings).expect(200);
  const enter = async (redirects = [REDIRECT], name = 'Entered agent') =>
    (await admin.post(CLIENTS, { name, redirect_uris: redirects }).expect(201)).body as {
      id: number;
      client_id: string;
    };
  const connect = async (agent: Agent) => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(url, { authProvider: agent }));
    return client;
  };
  /** Sends the agent to its user. */
  const beginWith = async (agent: Agent) => {
    await expect(connect(agent)).rejects.toThrow(UnauthorizedError);
    return Object.fromEntries(agent.sentTo!.searchParams) as Record<string, string>;
  };
  /** What the consent page of the console sends. */
  const asked = (query: object, session = writer) =>
    request(service.server)
      .get('/wp-json/nestpress/v1/mcp/authorization')
      .query(query)
      .set('Cookie', session.cookie)
      .set('X-WP-Nonce', session.nonce);
  const answered = (values: object, session = writer) =>
    request(service.server)
      .post('/wp-json/nestpress/v1/mcp/authorization')
      .send(values)
      .set('Cookie', session.cookie)
      .set('X-WP-Nonce', session.nonce);
  const redirected = async (values: object) => {
    const { body } = await answered(values).expect(200);
    return new URL((body as { redirect_to: string }).redirect_to);
  };
  const connected = async (agent: Agent, answer: object = {}) => {
    const query = await beginWith(agent);
    const back = await redirected({ ...query, approve: true, ...answer });
    await auth(agent, { serverUrl: url, authorizationCode: back.searchParams.get('code')! });
    return connect(agent);
  };
  const named = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
  const tokenRequest = (path: string, values: Record<string, string>) =>
    fetch(`${root}/mcp/${path}`, { method: 'POST', body: new URLSearchParams(values) });
  const codeWith = async (clientId: string) => {
    const verifier = randomBytes(32).toString('base64url');
    const values = {
      ...{ client_id: clientId, redirect_uri: REDIRECT, response_type: 'code', code_challenge_method: 'S256' },
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    };
    const back = await redirected({ ...values, approve: true });
    const code = back.searchParams.get('code')!;
    const grant = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: REDIRECT };
    return { ...grant, code, code_verifier: verifier };
  };

  test('an agent of the SDK finds the consent page, gets tokens for its code and acts as the user who consented', async () => {
    const { client_id: id } = await enter();
    const agent = new Agent('read write', id);
    const query = await beginWith(agent);
    expect(agent.sentTo!.href).toContain(`${root}/console/connect?`);
    expect(query).toMatchObject({ client_id: id, resource: url.href, state: 'a state', code_challenge_method: 'S256' });
    expect((await asked(query).expect(200)).body).toEqual({
      client: 'Entered agent',
      registered_itself: false,
      returns_to: '127.0.0.1:4699',
      can_write: true,
      redirect_to: null,
    });
    const back = await redirected({ ...query, approve: true });
    expect([back.origin + back.pathname, back.searchParams.get('state'), back.searchParams.get('iss')]).toEqual([
      REDIRECT,
      'a state',
      root,
    ]);
    await auth(agent, { serverUrl: url, authorizationCode: back.searchParams.get('code')! });
    expect(agent.saved).toMatchObject({ token_type: 'Bearer', scope: 'read write', expires_in: 900 });
    const client = await connect(agent);
    expect(await named(client)).toContain('create_post');
    const { content } = await client.callTool({ name: 'create_post', arguments: { title: 'By an agent' } });
    const [{ text }] = content as [{ text: string }];
    expect(JSON.parse(text)).toMatchObject({ author: ids.writer, status: 'draft' });
    // Listed in the profile of the user.
    const { body } = await admin.get(`/nestpress/v1/users/${ids.writer}/tokens`).expect(200);
    expect(body).toMatchObject([{ name: 'Entered agent', scope: 'read write' }]);
  });

  test('each role is offered the tools that it can use, and refusals name the capability', async () => {
    const { client_id: id } = await enter();
    await change({ publish: true, delete: true });
    const sessions = {
      writer,
      chief: await signIn(service, { login: 'chief', password: PASSWORD }),
      admin: await signIn(service),
    };
    const tools: Record<string, string[]> = {};
    const called: Record<string, unknown> = {};
    for (const [role, session] of Object.entries(sessions)) {
      const agent = new Agent('read write', id);
      const query = await beginWith(agent);
      const { body } = await answered({ ...query, approve: true }, session).expect(200);
      const code = new URL((body as { redirect_to: string }).redirect_to).searchParams.get('code')!;
      await auth(agent, { serverUrl: url, authorizationCode: code });
      const client = await connect(agent);
      const listed = (await client.listTools()).tools;
      // A token of a model has at least three and a half characters of such JSON.
      expect(JSON.stringify(listed).length / 3.5).toBeLessThan(6000);
      const { content } = await client.callTool({ name: 'search_tools', arguments: { query: '' } });
      const found = JSON.parse((content as [{ text: string }])[0].text) as { tools: string[] };
      tools[role] = [...new Set([...listed.map(({ name }) => name), ...found.tools])];
      const refused = await client.callTool({
        name: 'call_tool',
        arguments: { tool: 'create_page', arguments: { title: 'About', status: 'publish' } },
      });
      called[role] = JSON.parse((refused.content as [{ text: string }])[0].text);
      await client.close();
    }
    expect(tools.writer).toEqual(expect.arrayContaining(['create_post', 'upload_media', 'delete_post']));
    for (const name of ['create_page', 'create_category', 'update_settings', 'create_user', 'list_plugins'])
      expect([name, tools.writer!.includes(name)]).toEqual([name, false]);
    expect(tools.chief).toEqual(expect.arrayContaining([...tools.writer!, 'create_page', 'create_category']));
    expect(
      tools.chief!.some((name) => /_(?:settings|plugins?|themes?)$/.test(name) && !/^(?:read|list)_/.test(name)),
    ).toBe(false);
    expect(tools.admin).toEqual(expect.arrayContaining(tools.chief!));
    expect(called.writer).toMatchObject({
      code: 'mcp_missing_capability',
      data: { missing_capability: 'edit_pages' },
    });
    for (const role of ['chief', 'admin'])
      expect(called[role]).toMatchObject({ title: { raw: 'About' }, status: 'publish' });
    await change({ publish: false, delete: false });
  });

  test('tokens are for /mcp only, are refreshed by their client, and end when they are revoked', async () => {
    const { client_id: id } = await enter();
    const agent = new Agent('', id);
    await connected(agent);
    const { access_token: access, refresh_token: refresh } = agent.saved!;
    const other = await fetch(`${root}/wp-json/wp/v2/users/me`, { headers: { authorization: `Bearer ${access}` } });
    expect(other.status).toBe(401);
    const { client_id: foreign } = await enter();
    const grant = { grant_type: 'refresh_token', refresh_token: refresh! };
    const refused = await tokenRequest('token', { ...grant, client_id: foreign });
    expect([refused.status, await refused.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })]);
    await admin.post('/nestpress/v1/token', { refresh_token: refresh }).expect(401);
    // The SDK refreshes tokens that are refused.
    agent.saved = { ...agent.saved!, access_token: 'npa_1_1_expired' };
    await connect(agent);
    expect(agent.saved.refresh_token).not.toBe(refresh);
    for (const [token, client] of [
      [agent.saved.refresh_token!, foreign],
      ['nonsense', id],
    ])
      expect((await tokenRequest('revoke', { token: token!, client_id: client! })).status).toBe(200);
    await connect(agent);
    expect((await tokenRequest('revoke', { token: agent.saved.access_token, client_id: id })).status).toBe(200);
    await expect(connect(agent)).rejects.toThrow(UnauthorizedError);
    expect((await tokenRequest('revoke', { token: 'x', client_id: 'unknown' })).status).toBe(401);
  });

  test('scopes: what the agent asks for, and no more than its user allows', async () => {
    const { client_id: id } = await enter();
    for (const [scope, answer] of [
      ['read', {}],
      ['read write', { read_only: true }],
    ] as const) {
      const agent = new Agent(scope, id);
      const client = await connected(agent, answer);
      expect(agent.saved!.scope).toBe('read');
      const names = await named(client);
      expect(names).toContain('list_posts');
      expect(names).not.toContain('create_post');
    }
  });

  test('a code is used once, in time, by its client, with its verifier and address', async () => {
    const { client_id: id } = await enter();
    const { client_id: foreign } = await enter();
    const valid = await codeWith(id);
    expect((await tokenRequest('token', valid)).status).toBe(200);
    expect((await tokenRequest('token', valid)).status).toBe(400);
    for (const wrong of [
      { code_verifier: randomBytes(32).toString('base64url') },
      { code_verifier: '' },
      { redirect_uri: `${REDIRECT}/other` },
      { client_id: foreign },
      { code: 'x' },
    ]) {
      const response = await tokenRequest('token', { ...(await codeWith(id)), ...wrong });
      expect([wrong, response.status, ((await response.json()) as { error: string }).error]).toEqual([
        wrong,
        400,
        'invalid_grant',
      ]);
    }
    const late = await codeWith(id);
    await database().transaction((tx) => tx.update(AuthorizationCode, { client: id }, { expires: 1 }));
    expect((await tokenRequest('token', late)).status).toBe(400);
    for (const [values, error] of [
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
      [{ client_id: 'unknown' }, 'invalid_client'],
      [{ resource: 'https://else.example/mcp' }, 'invalid_target'],
    ] as const) {
      const response = await tokenRequest('token', { ...(await codeWith(id)), ...values });
      expect(await response.json()).toMatchObject({ error });
    }
  });

  test('refusals: to the user where the address is not the client’s, else to the client', async () => {
    const { client_id: id } = await enter();
    const valid = {
      ...{ client_id: id, redirect_uri: REDIRECT, response_type: 'code', code_challenge_method: 'S256' },
      ...{ code_challenge: 'x'.repeat(43), state: 'kept' },
    };
    for (const wrong of [{ client_id: 'unknown' }, { redirect_uri: 'https://evil.example/' }])
      await asked({ ...valid, ...wrong }).expect(400);
    for (const [wrong, error] of [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge: '' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ scope: 'everything' }, 'invalid_scope'],
      [{ resource: 'https://else.example/mcp' }, 'invalid_target'],
    ] as const) {
      const { body } = await asked({ ...valid, ...wrong }).expect(200);
      const { searchParams } = new URL((body as { redirect_to: string }).redirect_to);
      expect([wrong, searchParams.get('error'), searchParams.get('state')]).toEqual([wrong, error, 'kept']);
    }
    expect((await redirected({ ...valid, approve: false })).searchParams.get('error')).toBe('access_denied');
    // Programs do not consent, neither to themselves nor to others.
    await clientOf(() => service, 'writer', '/wp-json')
      .post('/nestpress/v1/mcp/authorization', { ...valid, approve: true })
      .expect(403);
    await request(service.server)
      .get('/wp-json/nestpress/v1/mcp/authorization')
      .query(valid)
      .set('Cookie', writer.cookie)
      .expect(401);
  });

  test('programs register themselves only where the site allows it', async () => {
    const register = (body: object | string) =>
      fetch(`${root}/mcp/register`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });
    const metadata = async () =>
      (await (await fetch(`${root}/.well-known/oauth-authorization-server`)).json()) as Record<string, unknown>;
    expect((await register({ redirect_uris: [REDIRECT] })).status).toBe(404);
    expect(await metadata()).not.toHaveProperty('registration_endpoint');
    await expect(connect(new Agent('read'))).rejects.toThrow('dynamic client registration');
    await change({ registration: true });
    expect(await metadata()).toMatchObject({ issuer: root, registration_endpoint: `${root}/mcp/register` });
    const agent = new Agent('read write');
    const query = await beginWith(agent);
    expect((await asked(query).expect(200)).body).toMatchObject({ client: 'Desk agent', registered_itself: true });
    await connected(agent);
    for (const wrong of [{}, { redirect_uris: [] }, { redirect_uris: ['http://evil.example/'] }, 'nonsense', '[]'])
      expect([wrong, (await register(wrong)).status]).toEqual([wrong, 400]);
    // Those that nobody connected make room after a day.
    const { client_id: unused } = (await (await register({ redirect_uris: [REDIRECT] })).json()) as {
      client_id: string;
    };
    await database().transaction((tx) => tx.update(OAuthClient, { isDynamic: 1 }, { createdAt: 1 }));
    expect((await register({ redirect_uris: [REDIRECT] })).status).toBe(201);
    const { body } = await admin.get(CLIENTS).expect(200);
    const listed = (body as { client_id: string }[]).map(({ client_id: own }) => own);
    expect(listed).toContain(agent.information!.client_id);
    expect(listed).not.toContain(unused);
    await change({ registration: false });
  });

  test('administrators enter clients; deleting one ends its tokens, and so does a new password', async () => {
    await clientOf(() => service, 'chief', '/wp-json')
      .post(CLIENTS, { name: 'x', redirect_uris: [REDIRECT] })
      .expect(403);
    for (const redirects of [[], ['javascript:alert(1)'], ['http://evil.example/']])
      await admin.post(CLIENTS, { name: 'x', redirect_uris: redirects }).expect(400);
    const { id, client_id: client } = await enter(['http://127.0.0.1/done']);
    const agent = new Agent('read', client);
    await connected(agent);
    await admin.delete(`${CLIENTS}/${id}`).expect(200);
    await admin.delete(`${CLIENTS}/${id}`).expect(404);
    const ping = (token: string) =>
      fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: '{}' });
    expect((await ping(agent.saved!.access_token)).status).toBe(401);
    const again = new Agent('read', (await enter()).client_id);
    await connected(again);
    await admin.post(`/wp/v2/users/${ids.writer}`, { password: 'a new password' }).expect(200);
    expect((await ping(again.saved!.access_token)).status).toBe(401);
  });

  test('metadata exist while agents are switched on, and responses without credentials name them', async () => {
    const response = await fetch(url, { method: 'POST', body: '{}' });
    const address = `${root}/.well-known/oauth-protected-resource/mcp`;
    expect(response.headers.get('www-authenticate')).toContain(`Bearer resource_metadata="${address}"`);
    const resource = await fetch(address);
    expect(resource.headers.get('access-control-allow-origin')).toBe('*');
    expect(await resource.json()).toMatchObject({
      resource: url.href,
      authorization_servers: [root],
    });
    await change({ enabled: false });
    for (const path of ['.well-known/oauth-protected-resource', '.well-known/oauth-authorization-server'])
      expect((await fetch(`${root}/${path}`)).status).toBe(404);
    expect((await tokenRequest('token', {})).status).toBe(404);
    await change({ enabled: true });
  });
});
