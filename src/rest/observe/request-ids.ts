import { randomUUID } from 'node:crypto';
import { type IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';

const ACCEPTABLE = /^[\w.:-]{1,100}$/;

/** Under which name a request appears in logs here and at the proxies before us. */
@Injectable()
export class RequestIds {
  /** Whether an address is that of a proxy of ours; nobody else may choose what stands in our log. */
  trusts: (address: string) => boolean = () => false;

  of(request: IncomingMessage): string {
    const brought = request.headers['x-request-id'];
    if (brought === undefined) return randomUUID();
    return typeof brought === 'string' && ACCEPTABLE.test(brought) && this.isFromProxy(request)
      ? brought
      : randomUUID();
  }

  isFromProxy({ socket }: IncomingMessage): boolean {
    return socket.remoteAddress !== undefined && this.trusts(socket.remoteAddress);
  }
}
