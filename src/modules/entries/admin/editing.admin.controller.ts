import { EntryTemplatesService } from '../read/entry-templates.service.js';
import { Arg } from '../../../rest/args/arg.decorator.js';
import { invalidParams } from '../../../rest/errors/catalogue.js';
import { integer } from '../../../rest/fields/read-only.js';
import { ResourceFields } from '../../../rest/fields/resource-fields.js';
import { Item } from '../../../rest/response/reply.js';
import { RequestContext } from '../../../rest/http/request-context.js';
import { Args, can, Ctx, READABLE, RestController, Route } from '../../../rest/route/route.decorators.js';
import { type Site } from '../../../site/site.js';
import { CountsService } from './counts.service.js';
import { EntriesAdminPolicy } from './entries.admin.policy.js';

function group(description: string, names: readonly string[]) {
  const properties = Object.fromEntries(names.map((name) => [name, integer(`How many are in ${name}.`)]));
  return { description, type: 'object' as const, readonly: true, properties };
}

const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'all', 'mine'];

const COUNTS = new ResourceFields('counts', {
  post: group('Posts by status; all and mine without the trash.', STATUSES),
  page: group('Pages by status; all and mine without the trash.', STATUSES),
  attachment: group('Media by type.', ['all', 'image', 'audio', 'video', 'application']),
  comment: group('Comments by status; all without spam and trash.', ['all', 'approve', 'hold', 'spam', 'trash']),
  types: {
    description: 'Entries of declared post types by status, by the name of the type; all and mine without the trash.',
    type: 'object',
    readonly: true,
  },
});

const MONTH = new ResourceFields('month', {
  year: integer('The year.'),
  month: integer('The month, from 1 to 12.'),
  count: integer('How many items have a date in this month.'),
});

const TEMPLATE = new ResourceFields('entry-template', {
  template: { description: 'Value of `template` of an entry.', type: 'string', readonly: true },
});

class MonthsDto {
  @Arg({
    type: 'string',
    default: 'post',
    description: 'Post type whose months are counted; it must be exposed by the REST API.',
  })
  type!: string;
}

class TemplatesDto {
  @Arg({
    type: 'string',
    default: 'page',
    description: 'Post type whose templates are listed; it must be exposed by the REST API.',
  })
  type!: string;
}

/** Counts of items to edit, including only those the requester can list. */
@RestController({ namespace: 'nestpress/v1', base: '/counts', fields: COUNTS })
export class CountsController {
  constructor(private readonly counts: CountsService) {}

  @Route({ methods: READABLE, can: can(EntriesAdminPolicy, 'write') })
  async read(@Ctx() { principal, site }: RequestContext): Promise<Item> {
    return new Item({ ...(await this.counts.all(principal, site)) });
  }
}

/** The months with entries, for filters. */
@RestController({ namespace: 'nestpress/v1', base: '/months', fields: MONTH })
export class MonthsController {
  constructor(private readonly counts: CountsService) {}

  @Route({ methods: READABLE, args: MonthsDto, can: can(EntriesAdminPolicy, 'write') })
  list(@Ctx() { principal, site }: RequestContext, @Args() { type }: MonthsDto): Promise<object[]> {
    assertRestType(site, type);
    return this.counts.months(principal, site, type);
  }
}

/** The templates that entries of a type can be given, besides the default one. */
@RestController({ namespace: 'nestpress/v1', base: '/templates', fields: TEMPLATE })
export class EntryTemplatesController {
  constructor(private readonly templates: EntryTemplatesService) {}

  @Route({ methods: READABLE, args: TemplatesDto, can: can(EntriesAdminPolicy, 'write') })
  async list(@Ctx() { site }: RequestContext, @Args() { type }: TemplatesDto): Promise<object[]> {
    assertRestType(site, type);
    return (await this.templates.choices(site, type)).map((template) => ({ template }));
  }
}

function assertRestType(site: Site, type: string): void {
  const names = site.model.restTypes.map(({ name }) => name);
  if (!names.includes(type)) throw invalidParams({ type: `type is not one of ${names.join(', ')}.` });
}
