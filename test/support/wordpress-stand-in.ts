import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

export interface ReceivedRequest {
  method: string;
  /** As on the wire. */
  url: string;
  /** The route of the interface, however it is written. */
  route: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
}

type Handler = (request: ReceivedRequest, response: ServerResponse) => void;

/** An HTTP server that stands for the WordPress alongside: responses are given per route, everything else is 404. */
export interface WordPressStandIn {
  url: string;
  requests: ReceivedRequest[];
  on(route: string, handler: Handler): void;
  json(route: string, body: unknown): void;
  close(): Promise<void>;
}

export async function startWordPressStandIn(): Promise<WordPressStandIn> {
  const handlers = new Map<string, Handler>();
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://wordpress.test');
      const route = searchParams.get('rest_route') ?? decodeURIComponent(pathname.replace(/^\/wp-json/, ''));
      const received: ReceivedRequest = {
        method: request.method ?? '',
        url: request.url ?? '',
        route,
        query: searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      requests.push(received);
      const handler = handlers.get(route);
      if (handler) handler(received, response);
      else response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"code":"rest_no_route"}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    on: (route, handler) => void handlers.set(route, handler),
    json: (route, body) =>
      void handlers.set(route, (_request, response) =>
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
      ),
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => void server.close(() => done()));
    },
  };
}
