import { Res } from '@nestjs/common';
import { type Response } from 'express';
import { Arg } from '../../rest/args/arg.decorator.js';
import { text } from '../../rest/fields/read-only.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { CommonHeadersService } from '../../rest/response/common-headers.service.js';
import { unlessKnown } from '../../rest/response/cursor.js';
import { Item, Reply, type WireReply } from '../../rest/response/reply.js';
import { Args, Ctx, PUBLIC, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { drained } from '../../rest/server/drained.js';
import { ChangesService } from './changes.service.js';

/** A stream ends after this time, so that the client's credentials are checked again. */
const STREAM_MS = 10 * 60_000;
/** Keeps proxies from closing a quiet stream. */
const BEAT_MS = 15_000;
const STREAMED_AT_ONCE = 500;

const CHANGES = new ResourceFields('changes', {
  changes: {
    description: 'What has changed since the cursor, one entry for each object, in the order of the commits.',
    type: 'array',
    readonly: true,
    items: {
      type: 'object',
      properties: {
        kind: { type: 'string', enum: ['entry', 'term', 'comment', 'user'] },
        id: { type: 'integer' },
        type: { type: 'string', description: 'Content type or taxonomy; empty for comments and users.' },
        action: { type: 'string', enum: ['created', 'updated', 'deleted'] },
        version: { type: 'integer', description: 'Increases with every change.' },
        date: { type: 'string', format: 'date-time' },
      },
    },
  },
  cursor: text('Pass it as `since` to the next request.'),
  more: { description: 'Whether more changes are known.', type: 'boolean', readonly: true },
});

const SINCE = {
  type: 'string',
  maxLength: 20,
  description: 'Cursor of a former response; none: the present.',
} as const;

class ChangesDto {
  @Arg(SINCE)
  since?: string;

  @Arg({ type: 'integer', default: 100, minimum: 1, maximum: 1000, description: 'Maximum number of changes to read.' })
  limit!: number;

  @Arg({ type: 'integer', default: 0, minimum: 0, maximum: 25, description: 'Seconds to wait for a change.' })
  wait!: number;
}

class StreamDto {
  @Arg(SINCE)
  since?: string;
}

/** Everyone may follow the site; each sees what they may read. */
@RestController({ namespace: 'nestpress/v1', base: '/changes', fields: CHANGES })
export class ChangesController {
  constructor(
    private readonly changes: ChangesService,
    private readonly common: CommonHeadersService,
  ) {}

  @Route({ methods: READABLE, args: ChangesDto, can: PUBLIC })
  async read(@Ctx() ctx: RequestContext, @Args() { since, limit, wait }: ChangesDto): Promise<Reply | WireReply> {
    const page = await this.changes.next(ctx, since, { limit, waitMs: wait * 1000 });
    return unlessKnown(ctx, new Reply(new Item({ ...page })));
  }

  /** Server-sent events, whose IDs are cursors. */
  @Route({ methods: READABLE, path: '/stream', args: StreamDto, can: PUBLIC, returns: { stream: 'text/event-stream' } })
  async stream(@Ctx() ctx: RequestContext, @Args() { since }: StreamDto, @Res() response: Response): Promise<void> {
    const start = ctx.request.header('last-event-id') ?? since;
    // Errors before the first event still get a proper response.
    let page = await this.changes.page(ctx, start, STREAMED_AT_ONCE);
    response.writeHead(200, {
      ...this.common.of(ctx, 200),
      'Content-Type': 'text/event-stream; charset=UTF-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    const closed = new AbortController();
    response.once('close', () => closed.abort());
    const until = performance.now() + STREAM_MS;
    await this.write(response, `id: ${page.cursor}\nevent: cursor\ndata: {}\n\n`);
    for (;;) {
      for (const change of page.changes) await this.write(response, `data: ${JSON.stringify(change)}\n\n`);
      const mark = page.changes.length > 0 ? `id: ${page.cursor}\nevent: cursor\ndata: {}\n\n` : ': still here\n\n';
      await this.write(response, mark);
      if (closed.signal.aborted || this.changes.isOver || performance.now() > until) break;
      try {
        const options = { limit: STREAMED_AT_ONCE, waitMs: page.more ? 0 : BEAT_MS, signal: closed.signal };
        page = await this.changes.next(ctx, page.cursor, options);
      } catch {
        // The client connects again and gets the reason.
        break;
      }
    }
    response.end();
  }

  private async write(response: Response, chunk: string): Promise<void> {
    if (response.destroyed || response.write(chunk)) return;
    await drained(response);
  }
}
