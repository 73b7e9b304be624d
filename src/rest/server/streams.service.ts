import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { RestError } from '../errors/rest-error.js';
import { type RequestContext } from '../http/request-context.js';
import { CommonHeadersService } from '../response/common-headers.service.js';
import { REST_OPTIONS, type RestOptions } from '../rest-options.js';
import { drained } from './drained.js';

/** Share of one address or account. */
const REQUESTER_SHARE = 0.1;
/** Share of anonymous requests; the rest is for authenticated ones. */
const ANONYMOUS_SHARE = 0.75;
const RETRY_SECONDS = 10;

const tooManyStreams = () =>
  new RestError(
    'rest_too_many_streams',
    'Too many responses are open at the moment. Try again later.',
    503,
  ).withHeaders({ 'Retry-After': String(RETRY_SECONDS) });

/** A comment, which keeps proxies from closing a quiet stream of events. */
export const HEARTBEAT = ':\n\n';

export interface OpenResponse {
  /** Aborted when the client disconnects. */
  readonly closed: AbortSignal;
  /** To be called once. */
  release(): void;
}

/**
 * Responses that stay open: streams, and requests that wait for something to happen. Their number is bounded for each requester
 * and in all; a request beyond a bound is refused before any work is done for it.
 */
@Injectable()
export class StreamsService {
  private readonly byRequester = new Map<string, number>();
  private total = 0;
  private anonymous = 0;

  constructor(
    private readonly common: CommonHeadersService,
    @Inject(REST_OPTIONS) private readonly options: Pick<RestOptions, 'maxStreams'>,
  ) {}

  /** Counts a response until `release` is called. Throws if there are too many. */
  hold({ principal, request }: Pick<RequestContext, 'principal' | 'request'>): OpenResponse {
    const { maxStreams } = this.options;
    const { isAnonymous } = principal;
    const requester = isAnonymous ? `address ${request.address}` : `user ${principal.preview?.user ?? principal.id}`;
    const held = this.byRequester.get(requester) ?? 0;
    if (
      this.total >= maxStreams ||
      held >= Math.ceil(maxStreams * REQUESTER_SHARE) ||
      (isAnonymous && this.anonymous >= Math.ceil(maxStreams * ANONYMOUS_SHARE))
    )
      throw tooManyStreams();
    this.add(requester, isAnonymous, 1);
    const { connection } = request;
    const closing = new AbortController();
    const close = () => closing.abort();
    if (connection?.destroyed) close();
    connection?.once('close', close);
    const release = () => {
      connection?.off('close', close);
      this.add(requester, isAnonymous, -1);
    };
    return { closed: closing.signal, release };
  }

  /**
   * Sends chunks as they become available and ends the response. Chunks are read only while the client reads, and other
   * requests are served between two of them. An error before the first chunk gets an ordinary response; after it, the
   * client notices a response that ends early.
   */
  async send(
    ctx: RequestContext,
    response: Response,
    headers: Readonly<Record<string, string>>,
    read: (closed: AbortSignal) => AsyncGenerator<string, void, undefined>,
  ): Promise<void> {
    const { closed, release } = this.hold(ctx);
    const chunks = read(closed);
    try {
      const first = await chunks.next();
      response.writeHead(200, { ...this.common.of(ctx, 200), 'Cache-Control': 'no-store', ...headers });
      if (ctx.request.wireMethod !== 'HEAD') await this.write(response, first, chunks);
      response.end();
    } finally {
      release();
      await chunks.return();
    }
  }

  /** Server-sent events, which proxies pass on at once. */
  sendEvents(
    ctx: RequestContext,
    response: Response,
    read: (closed: AbortSignal) => AsyncGenerator<string, void, undefined>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const type = { 'Content-Type': 'text/event-stream; charset=UTF-8', 'X-Accel-Buffering': 'no' };
    return this.send(ctx, response, { ...headers, ...type }, read);
  }

  private async write(
    response: Response,
    first: IteratorResult<string, void>,
    chunks: AsyncGenerator<string, void, undefined>,
  ): Promise<void> {
    try {
      for (let chunk = first; !chunk.done && !response.destroyed; chunk = await chunks.next()) {
        if (response.write(chunk.value)) await nextTurn();
        else await drained(response);
      }
    } catch {
      response.destroy();
    }
  }

  private add(requester: string, isAnonymous: boolean, change: 1 | -1): void {
    this.total += change;
    if (isAnonymous) this.anonymous += change;
    const held = (this.byRequester.get(requester) ?? 0) + change;
    if (held > 0) this.byRequester.set(requester, held);
    else this.byRequester.delete(requester);
  }
}
