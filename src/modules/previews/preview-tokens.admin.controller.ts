import { Res } from '@nestjs/common';
import { type Response } from 'express';
import { Arg } from '../../rest/args/arg.decorator.js';
import { dateTime } from '../../rest/fields/read-only.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Item, Reply } from '../../rest/response/reply.js';
import {
  Args,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  READABLE,
  RestController,
  Route,
} from '../../rest/route/route.decorators.js';
import { StreamsService } from '../../rest/server/streams.service.js';
import { PreviewTokensAdminPolicy } from './preview-tokens.admin.policy.js';
import { PreviewTokensAdminService } from './preview-tokens.admin.service.js';

const HOUR_SECONDS = 3600;

const TOKEN = new ResourceFields('preview-token', {
  token: {
    description: 'For the header `Authorization: Preview TOKEN`, or for `preview_token` in the query.',
    type: 'string',
    readonly: true,
    optional: true,
  },
  url: {
    description: 'The page of the front end that shows the preview; null without `FRONT_END_URL`.',
    type: ['string', 'null'],
    format: 'uri',
    readonly: true,
    optional: true,
  },
  expires: dateTime('Expiry time, in UTC.'),
  post: { description: 'ID of the entry.', type: 'integer', readonly: true },
  type: { description: 'Post type of the entry.', type: 'string', readonly: true },
  status: { description: 'Status of the entry.', type: 'string', readonly: true },
  slug: { description: 'Slug of the entry.', type: 'string', readonly: true },
  link: { description: 'Permalink of the entry.', type: 'string', readonly: true },
  version: {
    description: 'Differs for each state of the entry with its unsaved changes.',
    type: 'string',
    readonly: true,
    optional: true,
  },
  changes_url: {
    description: 'Server-sent events about changes of what the preview shows, for `EventSource`.',
    type: 'string',
    format: 'uri',
    readonly: true,
    optional: true,
  },
  item_url: { description: 'The entry in the REST API.', type: ['string', 'null'], readonly: true },
});

class CreatePreviewTokenDto {
  @Arg({ type: 'integer', required: true, minimum: 1, description: 'ID of the entry.' })
  post!: number;

  @Arg({
    type: 'integer',
    default: HOUR_SECONDS,
    minimum: 10,
    maximum: 24 * HOUR_SECONDS,
    description: 'Lifetime of the token, in seconds.',
  })
  expires_in!: number;
}

class FollowDto {
  @Arg({ type: 'string', maxLength: 40, description: 'The `version` that the page shows; none: the present one.' })
  since?: string;
}

/** Tokens with which a front end shows one entry before it is published. */
@RestController({ namespace: 'nestpress/v1', base: '/preview-tokens', fields: TOKEN })
export class PreviewTokensController {
  constructor(
    private readonly tokens: PreviewTokensAdminService,
    private readonly streams: StreamsService,
  ) {}

  @Route({ methods: CREATABLE, args: CreatePreviewTokenDto, can: can(PreviewTokensAdminPolicy, 'create') })
  async create(@Ctx() ctx: RequestContext, @Args() args: CreatePreviewTokenDto): Promise<Reply> {
    return new Reply(await this.tokens.create(ctx, args.post, args.expires_in), 201);
  }

  /** What the token of the request is for. */
  @Route({ methods: READABLE, path: '/current', can: can(PreviewTokensAdminPolicy, 'read') })
  read(@Ctx() ctx: RequestContext): Promise<Item> {
    return this.tokens.read(ctx);
  }

  /** Server-sent events: `changed` as soon as the entry, or what its user typed, differs from the version `since`. */
  @Route({
    methods: READABLE,
    path: '/current/changes',
    args: FollowDto,
    can: can(PreviewTokensAdminPolicy, 'read'),
    returns: { stream: 'text/event-stream' },
  })
  changes(@Ctx() ctx: RequestContext, @Args() { since }: FollowDto, @Res() response: Response): Promise<void> {
    const start = ctx.request.header('last-event-id') ?? since;
    ctx.request.slot?.release();
    return this.streams.sendEvents(ctx, response, (closed) => this.tokens.follow(ctx, start, closed));
  }

  /** Ends all tokens of the requester. */
  @Route({ methods: DELETABLE, can: can(PreviewTokensAdminPolicy, 'revoke') })
  async delete(@Ctx() ctx: RequestContext): Promise<object> {
    await this.tokens.revoke(ctx);
    return { deleted: true };
  }
}
