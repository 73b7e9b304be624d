import { execFile } from 'node:child_process';
import { createServer, request as send, type Server } from 'node:http';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '../../../../tools/free-port.mjs';
import { ADMIN, anyEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';

const PROGRAM = fileURLToPath(
  new URL('../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);
/** Those about what the service has. All others call tools, prompts and resources that only the reference server has. */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-error',
  'resources-list',
  'dns-rebinding-protection',
];

anyEngine((engine) => {
  let service: TestApp;
  let relay: Server;
  let url: string;
  beforeAll(async () => {
    const [port, front] = [await freePort(), await freePort()];
    service = await startTestApp({ ...WEB, SITE_URL: `http://localhost:${front}` }, engine);
    await service.app.listen(port, '127.0.0.1');
    const admin = clientOf(() => service, 'admin', '/wp-json/nestpress/v1');
    await admin.post('/mcp', { enabled: true }).expect(200);
    const { body } = await admin.post('/users/1/application-passwords', { name: 'Agent' }).expect(201);
    const { password } = body as { password: string };
    const authorization = `Basic ${Buffer.from(`${ADMIN.user}:${password}`).toString('base64')}`;
    // The program sends no credentials.
    relay = createServer((request, response) => {
      const { method, url: path, headers } = request;
      const passed = send({ port, method, path, headers: { ...headers, authorization } }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      });
      request.pipe(passed);
    }).listen(front, 'localhost');
    url = `http://localhost:${front}/mcp`;
  });
  afterAll(async () => {
    relay?.close();
    await service?.close();
  });

  test.each(SCENARIOS)('the conformance test of the protocol: %s', async (scenario) => {
    const results = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
    const args = [PROGRAM, 'server', '--url', url, '--scenario', scenario, '--output-dir', results];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
    expect(stdout).toMatch(/[1-9]\d* passed|Passed: [1-9]/i);
  });
});
