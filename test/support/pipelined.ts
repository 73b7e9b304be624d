import { connect, type Socket } from 'node:net';

/** A connection on which requests are sent without waiting for responses. It reads nothing until `read` is called. */
export class PipeliningClient {
  private readonly socket: Socket;
  private received = '';

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect(Number(port), hostname);
    this.socket.on('error', () => undefined);
    this.socket.pause();
  }

  /** Sends a GET request for each path. */
  get(...paths: readonly string[]): void {
    this.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: site.test\r\n\r\n`).join(''));
  }

  write(bytes: string): void {
    this.socket.write(bytes);
  }

  /** Reads from now on. */
  read(): void {
    this.socket.setEncoding('latin1').on('data', (text: string) => (this.received += text));
    this.socket.resume();
  }

  /** The status lines of the responses so far. */
  get statuses(): string[] {
    return this.received.match(/HTTP\/1\.1 \d{3}/g) ?? [];
  }

  get text(): string {
    return this.received;
  }

  get isClosed(): boolean {
    return this.socket.closed;
  }

  destroy(): void {
    this.socket.destroy();
  }
}
