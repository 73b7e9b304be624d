import { Arg } from '../../rest/args/index.js';
import { ResourceFields } from '../../rest/fields/index.js';
import { RequestContext } from '../../rest/http/index.js';
import {
  CURSOR_ARG,
  cursorReply,
  Item,
  readCursor,
  type Reply,
  unlessKnown,
  type WireReply,
} from '../../rest/response/index.js';
import { Args, can, Ctx, EDITABLE, READABLE, RestController, Route, SitePolicy } from '../../rest/route/index.js';
import { parseRestDate } from '../../text/index.js';
import { AUDIT_ENTRY, presentAuditEntry } from './audit-log.fields.js';
import { AuditLogService, MAX_RETENTION_DAYS, MIN_RETENTION_DAYS } from './audit-log.service.js';

const NAMESPACE = 'nestpress/v1';
const BASE = '/audit-log';
const MANAGE = can(SitePolicy, 'manage');

class ListAuditEntriesDto {
  @Arg({ type: 'integer', default: 50, minimum: 1, maximum: 100, description: 'Maximum number of entries to read.' })
  per_page!: number;

  @Arg(CURSOR_ARG)
  cursor?: string;

  @Arg({ type: 'string', maxLength: 64, description: 'Limit to this event, such as user.updated.' })
  event?: string;

  @Arg({ type: 'integer', minimum: 0, description: 'Limit to what the user with this ID did.' })
  actor?: number;

  @Arg({ type: 'string', format: 'date-time', description: 'Limit to entries at or after this time.' })
  after?: string;

  @Arg({ type: 'string', format: 'date-time', description: 'Limit to entries before this time.' })
  before?: string;
}

/** The declaration accepts only dates that can be read. Without a time zone they are in UTC. */
const timeOf = (date: string) => parseRestDate(date)! * 1000;

/** Entries, latest first. `Link` leads to the next page. */
@RestController({ namespace: NAMESPACE, base: BASE, fields: AUDIT_ENTRY })
export class AuditLogController {
  constructor(private readonly log: AuditLogService) {}

  @Route({ methods: READABLE, args: ListAuditEntriesDto, can: MANAGE })
  async list(@Ctx() ctx: RequestContext, @Args() args: ListAuditEntriesDto): Promise<Reply | WireReply> {
    const { cursor = '', per_page: limit, event, actor, after, before } = args;
    const id = readCursor(cursor);
    const entries = await this.log.find({
      limit: limit + 1,
      ...(id !== undefined && { before: id }),
      ...(event !== undefined && { event }),
      ...(actor !== undefined && { actor }),
      ...(after !== undefined && { from: timeOf(after) }),
      ...(before !== undefined && { until: timeOf(before) }),
    });
    const items = entries.map(presentAuditEntry);
    return unlessKnown(ctx, cursorReply(ctx, `/${NAMESPACE}${BASE}`, items, { limit, args }));
  }
}

const DAYS = { description: 'Number of days for which entries are stored.', type: 'integer' } as const;
const RETENTION = new ResourceFields('audit-log-retention', { days: DAYS });

class UpdateRetentionDto {
  @Arg({ ...DAYS, required: true, minimum: MIN_RETENTION_DAYS, maximum: MAX_RETENTION_DAYS })
  days!: number;
}

@RestController({ namespace: NAMESPACE, base: `${BASE}/retention`, fields: RETENTION })
export class AuditLogRetentionController {
  constructor(private readonly log: AuditLogService) {}

  @Route({ methods: READABLE, can: MANAGE })
  async read(): Promise<Item> {
    return new Item({ days: await this.log.retentionDays() });
  }

  @Route({ methods: EDITABLE, args: UpdateRetentionDto, can: MANAGE })
  async update(@Ctx() { principal }: RequestContext, @Args() { days }: UpdateRetentionDto): Promise<Item> {
    await this.log.setRetentionDays(days, principal);
    return this.read();
  }
}
