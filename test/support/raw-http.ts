import { connect } from 'node:net';

export interface RawRequest {
  path: string;
  headers?: Record<string, string>;
  body: Uint8Array;
  /** Content-Length where it is not the body's own. */
  announced?: number;
  /** The client closes the connection when the body is written, without waiting for the response. */
  isAborted?: boolean;
}

/** Sends one POST over a socket of its own, byte for byte, and gives what came back until the connection was closed. */
export function postRaw(url: string, { path, headers = {}, body, announced, isAborted }: RawRequest): Promise<string> {
  const { hostname, port } = new URL(url);
  const lines = Object.entries({
    host: hostname,
    connection: 'close',
    'content-length': String(announced ?? body.length),
    ...headers,
  });
  const head = `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return new Promise((done) => {
    const socket = connect(Number(port), hostname);
    let response = '';
    socket.on('data', (chunk) => (response += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => done(response));
    socket.write(head);
    socket.write(body, () => isAborted && socket.destroy());
  });
}

export function statusOf(response: string): number | undefined {
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(response) ?? [];
  return status === undefined ? undefined : Number(status);
}
