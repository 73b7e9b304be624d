import { type ServerResponse } from 'node:http';

const MB = 1024 * 1024;
const MAX_UNREAD_BYTES = 128 * MB;
const STALLED_MS = 60_000;

/**
 * Finished responses that clients have not read: what the operating system has not accepted stays in memory. If they are too large
 * together, the connections that have had theirs for the longest time are closed, and so is one whose client reads nothing for a minute.
 */
export class UnreadResponses {
  private readonly bytes = new Map<ServerResponse, number>();
  private total = 0;

  constructor(
    private readonly maxBytes = MAX_UNREAD_BYTES,
    private readonly stalledMs = STALLED_MS,
  ) {}

  /** Call it after the end of a response; most are accepted at once. */
  add(response: ServerResponse): void {
    const { socket } = response;
    if (!socket || socket.writableLength === 0 || this.bytes.has(response)) return;
    this.bytes.set(response, socket.writableLength);
    this.total += socket.writableLength;
    // Before Node sets the time limit of an idle connection.
    response.prependOnceListener('finish', () => socket.setTimeout(0));
    response.once('close', () => this.delete(response));
    socket.setTimeout(this.stalledMs);
    this.closeOldest(response);
  }

  private closeOldest(newest: ServerResponse): void {
    for (const response of this.bytes.keys()) {
      if (this.total <= this.maxBytes || response === newest) return;
      response.socket?.destroy();
      this.delete(response);
    }
  }

  private delete(response: ServerResponse): void {
    this.total -= this.bytes.get(response) ?? 0;
    this.bytes.delete(response);
  }
}
