import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Logger } from '@nestjs/common';
import { Registry } from 'prom-client';

const logger = new Logger('Metrics');

/** Serves /metrics on a port of its own, so that it is not public by accident. Does not keep the process alive. */
export async function serveMetrics(port: number, host: string, text: () => Promise<string>): Promise<Server> {
  const server = createServer((request, response) => {
    const isAsked = request.method === 'GET' && request.url?.split('?', 1)[0] === '/metrics';
    if (!isAsked) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found\n');
      return;
    }
    text().then(
      (body) => response.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).end(body),
      (error: unknown) => {
        logger.error({ msg: 'metrics could not be read', err: error });
        response.writeHead(503, { 'Content-Type': 'text/plain' }).end('Metrics could not be read\n');
      },
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server.unref();
}
