import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { startProcess } from '../../support/process.js';
import { until } from '../../support/until.js';

const ROOT = join(import.meta.dirname, '../../..');

interface Export {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: { name: string }[] }[];
  }[];
}

test('the file of docs/observability.md sends spans to a collector', async () => {
  const page = readFileSync(join(ROOT, 'docs/observability.md'), 'utf8');
  const folder = mkdtempSync(join(tmpdir(), 'nestpress-tracing-'));
  writeFileSync(join(folder, 'tracing.mjs'), /```js\n(\/\/ tracing\.mjs\n.*?)```/s.exec(page)![1]!);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const received: Export['resourceSpans'] = [];
  const collector = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.url === '/v1/traces') received.push(...(JSON.parse(body) as Export).resourceSpans);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const service = await startProcess({
    DATA_DIR: folder,
    OTEL: 'on',
    OTEL_SERVICE_NAME: 'documented',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    NODE_OPTIONS: `--import ${join(folder, 'tracing.mjs')}`,
  });
  try {
    await fetch(`${service.url}/wp-json/wp/v2/posts`);
    const names = () =>
      received.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)).map(({ name }) => name);
    await until(() => names().includes('GET /wp/v2/posts'), 'the collector has the span of the request');
    expect(names()).toContain('SELECT wp_posts');
    const { attributes } = received[0]!.resource;
    expect(attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'documented' } });
  } finally {
    await service.stop();
    collector.closeAllConnections();
    collector.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
