import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';

/** Requests that wait in the whole process, a few KB each. */
const MAX_WAITING = 10_000;

/**
 * Runs one request of a connection at a time. Node parses as many requests as it has read, up to 64 KB, and emits all of them at
 * once. Here each waits until the operating system has accepted the response before it, and nothing more is read from a
 * connection on which requests wait.
 */
export class PipelinedRequests {
  private readonly waiting = new Map<Socket, number>();
  private total = 0;

  constructor(
    private readonly run: RequestListener,
    private readonly maxWaiting = MAX_WAITING,
  ) {}

  /** For a request whose response has no socket yet: an earlier response still has it. */
  add(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (this.total >= this.maxWaiting) {
      socket.destroy();
      return;
    }
    if (!this.waiting.has(socket)) socket.once('close', () => this.count(socket, -(this.waiting.get(socket) ?? 0)));
    this.count(socket, 1);
    socket.pause();
    // Node writes to the socket itself after this event. Other connections have their turn first.
    response.once('socket', () => setImmediate(() => this.start(request, response)));
  }

  private start(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (socket.destroyed) return;
    this.count(socket, -1);
    if (this.waiting.has(socket)) socket.pause();
    else socket.resume();
    this.run(request as never, response as never);
  }

  private count(socket: Socket, change: number): void {
    this.total += change;
    const left = (this.waiting.get(socket) ?? 0) + change;
    if (left > 0) this.waiting.set(socket, left);
    else this.waiting.delete(socket);
  }
}
