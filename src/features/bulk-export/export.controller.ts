import { Res } from '@nestjs/common';
import { type Response } from 'express';
import { Arg } from '../../rest/args/index.js';
import { RequestContext } from '../../rest/http/index.js';
import { Args, Ctx, PUBLIC, READABLE, RestController, Route } from '../../rest/route/index.js';
import { StreamsService } from '../../rest/server/index.js';
import { ExportService } from './export.service.js';

class ExportDto {
  @Arg({ type: 'string', required: true, description: 'Name of the content type: post, page, attachment, …' })
  type!: string;

  @Arg({ type: 'integer', default: 0, minimum: 0, description: 'Limit to entries after this ID.' })
  after!: number;

  @Arg({
    type: 'integer',
    default: Number.MAX_SAFE_INTEGER,
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Maximum number of entries to read.',
  })
  limit!: number;

  @Arg({
    type: 'string',
    enum: ['view', 'edit'],
    default: 'view',
    description: 'Determines which fields entries have.',
  })
  context!: string;

  @Arg({
    type: 'string',
    default: '',
    maxLength: 1000,
    description: 'Names of fields, separated by commas; empty: all.',
  })
  fields!: string;
}

/** Each requester gets what the list of the type would show them. */
@RestController({ namespace: 'nestpress/v1', base: '/export' })
export class ExportController {
  constructor(
    private readonly exports: ExportService,
    private readonly streams: StreamsService,
  ) {}

  @Route({
    methods: READABLE,
    path: '/(?P<type>[\\w-]+)',
    args: ExportDto,
    can: PUBLIC,
    returns: { stream: 'application/x-ndjson' },
  })
  read(@Ctx() ctx: RequestContext, @Args() args: ExportDto, @Res() response: Response): Promise<void> {
    return this.streams.send(ctx, response, { 'Content-Type': 'application/x-ndjson; charset=UTF-8' }, () =>
      this.exports.lines(ctx.principal, args.type, args),
    );
  }
}
