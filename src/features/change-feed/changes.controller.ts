import { Res } from '@nestjs/common';
import { type Response } from 'express';
import { Arg } from '../../rest/args/index.js';
import { ResourceFields, text } from '../../rest/fields/index.js';
import { RequestContext } from '../../rest/http/index.js';
import { Item, Reply, unlessKnown, type WireReply } from '../../rest/response/index.js';
import { Args, Ctx, PUBLIC, READABLE, RestController, Route } from '../../rest/route/index.js';
import { HEARTBEAT, StreamsService } from '../../rest/server/index.js';
import { type ChangesPage, ChangesService } from './changes.service.js';

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
  maxLength: 40,
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
    private readonly streams: StreamsService,
  ) {}

  @Route({ methods: READABLE, args: ChangesDto, can: PUBLIC })
  async read(@Ctx() ctx: RequestContext, @Args() { since, limit, wait }: ChangesDto): Promise<Reply | WireReply> {
    const page = await this.changes.next(ctx, since, { limit, waitMs: wait * 1000 });
    return unlessKnown(ctx, new Reply(new Item({ ...page })));
  }

  /** Server-sent events, whose IDs are cursors. */
  @Route({ methods: READABLE, path: '/stream', args: StreamDto, can: PUBLIC, returns: { stream: 'text/event-stream' } })
  stream(@Ctx() ctx: RequestContext, @Args() { since }: StreamDto, @Res() response: Response): Promise<void> {
    const start = ctx.request.header('last-event-id') ?? since;
    return this.streams.sendEvents(ctx, response, (closed) => this.events(ctx, start, closed));
  }

  private async *events(
    ctx: RequestContext,
    since: string | undefined,
    closed: AbortSignal,
  ): AsyncGenerator<string, void, undefined> {
    const until = performance.now() + STREAM_MS;
    let page = await this.changes.page(ctx, since, STREAMED_AT_ONCE);
    yield cursorEvent(page);
    while (!closed.aborted && !this.changes.isOver && performance.now() < until) {
      const events = page.changes.map((change) => `data: ${JSON.stringify(change)}\n\n`);
      yield events.length > 0 ? events.join('') + cursorEvent(page) : HEARTBEAT;
      const options = { limit: STREAMED_AT_ONCE, waitMs: page.more ? 0 : BEAT_MS, closed };
      // The client connects again and gets the reason.
      const next = await this.changes.following(ctx, page.cursor, options).catch(() => undefined);
      if (!next) return;
      page = next;
    }
  }
}

function cursorEvent({ cursor }: ChangesPage): string {
  return `id: ${cursor}\nevent: cursor\ndata: {}\n\n`;
}
