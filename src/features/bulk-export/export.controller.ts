import { Res } from '@nestjs/common';
import { type Response } from 'express';
import { Arg } from '../../rest/args/index.js';
import { RequestContext } from '../../rest/http/index.js';
import { Args, Ctx, PUBLIC, READABLE, RestController, Route } from '../../rest/route/index.js';
import { StreamsService } from '../../rest/server/index.js';
import { AuditLogService } from '../audit-log/audit-log.service.js';
import { ExportService } from './export.service.js';

const ALL = Number.MAX_SAFE_INTEGER;

class ExportDto {
  @Arg({ type: 'string', required: true, description: 'Name of the content type: post, page, attachment, …' })
  type!: string;

  @Arg({ type: 'integer', default: 0, minimum: 0, description: 'Limit to entries after this ID.' })
  after!: number;

  @Arg({
    type: 'integer',
    default: ALL,
    minimum: 1,
    maximum: ALL,
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
    private readonly audit: AuditLogService,
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
      this.recorded(ctx, args),
    );
  }

  /** In the audit log, unless it is refused, empty, or of an anonymous request: those get what is public. */
  private async *recorded({ principal }: RequestContext, args: ExportDto): AsyncGenerator<string, void, undefined> {
    const { type, after, limit, context, fields } = args;
    let isRecorded = principal.isAnonymous;
    for await (const lines of this.exports.lines(principal, type, args)) {
      if (!isRecorded)
        await this.audit.record('entries.exported', principal, {
          objectType: type,
          objectId: 0,
          objectName: '',
          details: { context, ...(fields && { fields }), ...(after > 0 && { after }), ...(limit < ALL && { limit }) },
        });
      isRecorded = true;
      yield lines;
    }
  }
}
