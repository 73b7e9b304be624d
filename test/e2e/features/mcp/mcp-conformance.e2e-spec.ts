import { execFile } from 'node:child_process';
import { createServer, request as send, type Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '../../../../src/database/database.js';
import { Post } from '../../../../src/database/entities/index.js';
import { ContentService } from '../../../../src/modules/content/index.js';
import { freePort } from '../../../../tools/free-port.mjs';
import { ADMIN, anyEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';

const PROGRAM = fileURLToPath(
  new URL('../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);
/** Scenarios about what the service does not have; docs/mcp.md says why. The program fails if one of them passes, or another one fails. */
const BASELINE = fileURLToPath(new URL('mcp-conformance.yml', import.meta.url));
const MINUTE = 60_000;
const POST = 123;
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** What the reference server calls what is tested, and what it is here. A post is read without its ID: an error. */
const namesFor = (image: number): [string, string][] => [
  ['test_simple_text', 'list_posts'],
  ['test_error_handling', 'read_post'],
  ['test://static-text', `nestpress://post/${POST}`],
  [`test://template/${POST}/data`, `nestpress://post/${POST}`],
  ['"test_image_content","arguments":{}', `"view_image","arguments":{"id":${image}}`],
  ['"test_embedded_resource","arguments":{}', `"view_image","arguments":{"id":${image}}`],
  ['"test_multiple_content_types","arguments":{}', `"view_image","arguments":{"id":${image}}`],
  ['test://watched-resource', `nestpress://post/${POST}`],
  ['test://static-binary', `nestpress://attachment/${image}/file`],
  ['test_simple_prompt', 'site_overview'],
  ['test_prompt_with_arguments', 'draft_post'],
  ['"arg1":', '"topic":'],
  ['"arg2":', '"notes":'],
  ['test_prompt_with_embedded_resource', 'review_entry'],
  ['"resourceUri":"test://example-resource"', `"uri":"nestpress://post/${POST}"`],
  ['"test_prompt_with_image"', `"describe_image","arguments":{"id":"${image}"}`],
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
    const database = service.app.get(Database);
    const { id: first } = (await clientOf(() => service, 'admin').post('/posts', { title: 'A', status: 'publish' }))
      .body as {
      id: number;
    };
    await database.transaction((tx) => tx.update(Post, { id: first }, { id: POST }));
    const media = service.app.get(ContentService).asSystem().media;
    const { id: image } = await media.create({ file: { name: 'pixel.png', data: PIXEL } });
    const names = namesFor(image);
    // The program sends no credentials, and names tools of the reference server.
    relay = createServer((request, response) => {
      const { method, url: path, headers } = request;
      void buffer(request).then((sent) => {
        const body = names.reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), sent.toString('utf8'));
        const length = method === 'POST' ? { 'content-length': Buffer.byteLength(body) } : {};
        const passed = send({ port, method, path, headers: { ...headers, authorization, ...length } }, (answer) => {
          response.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(response);
        });
        response.once('close', () => passed.destroy());
        passed.end(body);
      });
    }).listen(front, 'localhost');
    url = `http://localhost:${front}/mcp`;
  });
  afterAll(async () => {
    relay?.close();
    await service?.close();
  });

  test(
    'the conformance tests of the protocol pass, except for what the service does not have',
    async () => {
      const results = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
      const args = [PROGRAM, 'server', '--url', url, '--suite', 'all', '--expected-failures', BASELINE, '-o', results];
      const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 10 * MINUTE });
      await rm(results, { recursive: true });
      expect(stdout).toContain('Baseline check passed');
    },
    10 * MINUTE,
  );
});
