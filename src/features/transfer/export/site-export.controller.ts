import { Res } from '@nestjs/common';
import { type Response } from 'express';
import { ContentModel } from '../../../content-model/index.js';
import { Arg } from '../../../rest/args/index.js';
import { RestError } from '../../../rest/errors/index.js';
import { integer, ResourceFields, text } from '../../../rest/fields/index.js';
import { RequestContext } from '../../../rest/http/index.js';
import { Item, Reply } from '../../../rest/response/index.js';
import { Args, can, Ctx, READABLE, RestController, Route } from '../../../rest/route/index.js';
import { StreamsService } from '../../../rest/server/index.js';
import { AuditLogService } from '../../audit-log/audit-log.service.js';
import { TransferPolicy } from '../transfer.policy.js';
import { ExportService } from './export.service.js';
import { type ExportFilter, ExportFilterError } from './export-filter.js';

const EXPORT = can(TransferPolicy, 'export');

const EXPORTED_TYPE = new ResourceFields('exported-type', {
  type: text('Name of the post type.'),
  label: text('Its name in the plural.'),
  entries: integer('Number of its entries.'),
});

class SiteExportDto {
  @Arg({
    type: 'array',
    items: { type: 'string' },
    default: [],
    maxItems: 100,
    description: 'Post types; empty: all of them.',
  })
  types!: string[];

  @Arg({ type: 'array', items: { type: 'string' }, default: [], maxItems: 20, description: 'Statuses; empty: all.' })
  statuses!: string[];

  @Arg({ type: 'string', maxLength: 10, description: 'First day (2020-05-01) or month (2020-05).' })
  start?: string;

  @Arg({ type: 'string', maxLength: 10, description: 'Last day or month.' })
  end?: string;
}

/** The site as an export file of WordPress. */
@RestController({ namespace: 'nestpress/v1', base: '/site-export', fields: EXPORTED_TYPE })
export class SiteExportController {
  constructor(
    private readonly exports: ExportService,
    private readonly model: ContentModel,
    private readonly streams: StreamsService,
    private readonly audit: AuditLogService,
  ) {}

  /** What can be exported. */
  @Route({ methods: READABLE, can: EXPORT, returns: 'list' })
  async types(): Promise<Reply> {
    const types = await this.exports.types();
    return new Reply(
      types.map(
        ({ type, entries }) => new Item({ type, label: this.model.types.get(type)?.labels.name ?? type, entries }),
      ),
    );
  }

  @Route({
    methods: READABLE,
    path: '/file',
    args: SiteExportDto,
    can: EXPORT,
    returns: { stream: 'application/xml' },
  })
  file(@Ctx() ctx: RequestContext, @Args() args: SiteExportDto, @Res() response: Response): Promise<void> {
    const { types, statuses, start, end } = args;
    const filter: ExportFilter = {
      ...(types.length > 0 && { types }),
      ...(statuses.length > 0 && { statuses }),
      ...(start && { start }),
      ...(end && { end }),
    };
    const day = new Date().toISOString().slice(0, 10);
    const headers = {
      'Content-Type': 'application/xml; charset=UTF-8',
      'Content-Disposition': `attachment; filename="${fileName(ctx.site.home)}-${day}.xml"`,
    };
    return this.streams.send(ctx, response, headers, () => this.recorded(ctx, filter));
  }

  /** In the audit log, unless it is refused. */
  private async *recorded(
    { principal }: RequestContext,
    filter: ExportFilter,
  ): AsyncGenerator<string, void, undefined> {
    let isRecorded = false;
    for await (const chunk of refusable(this.exports.document(filter))) {
      if (!isRecorded)
        await this.audit.record('site.exported', principal, {
          objectType: 'export',
          objectId: 0,
          objectName: '',
          details: { ...filter },
        });
      isRecorded = true;
      yield chunk;
    }
  }
}

/** Refuses a filter that fits nothing before the first chunk is sent. */
async function* refusable(chunks: AsyncGenerator<string>): AsyncGenerator<string, void, undefined> {
  try {
    yield* chunks;
  } catch (error) {
    throw error instanceof ExportFilterError ? new RestError('rest_invalid_param', error.message, 400) : error;
  }
}

const fileName = (home: string) => (URL.canParse(home) ? new URL(home).hostname : 'site');
