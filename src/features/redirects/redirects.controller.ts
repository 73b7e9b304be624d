import { Arg } from '../../rest/args/index.js';
import { RequestContext } from '../../rest/http/index.js';
import { type Item, type JsonValue, pagedReply, Reply } from '../../rest/response/index.js';
import {
  Args,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  EDITABLE,
  READABLE,
  RestController,
  Route,
  SitePolicy,
} from '../../rest/route/index.js';
import { presentRedirect, REDIRECT, SOURCE, STATUS, TARGET } from './redirects.fields.js';
import { RedirectsService } from './redirects.service.js';

const ITEM = '/(?P<id>[\\d]+)';
const MANAGE = can(SitePolicy, 'manage');
const BASE = '/redirects';
const MAX_CSV = 2_000_000;

class RedirectIdDto {
  @Arg({ type: 'integer', required: true, description: 'Redirect ID.' })
  id!: number;
}

class ListRedirectsDto {
  @Arg({ type: 'string', default: '', maxLength: 200, description: 'Part of the former or the new address.' })
  search!: string;

  @Arg({ type: 'integer', default: 1, minimum: 1, description: 'Page of the list.' })
  page!: number;

  @Arg({ type: 'integer', default: 20, minimum: 1, maximum: 100, description: 'Redirects per page.' })
  per_page!: number;
}

class CreateRedirectDto {
  @Arg({ ...SOURCE, required: true })
  source!: string;

  @Arg({ ...TARGET, required: true })
  target!: string;

  @Arg({ ...STATUS, default: 301 })
  status!: number;
}

class UpdateRedirectDto extends RedirectIdDto {
  @Arg(SOURCE)
  source?: string;

  @Arg(TARGET)
  target?: string;

  @Arg(STATUS)
  status?: number;
}

class ImportDto {
  @Arg({
    type: 'string',
    required: true,
    maxLength: MAX_CSV,
    description: 'Lines of CSV with the former address, the new one and, if it is not 301, the status.',
  })
  csv!: string;
}

@RestController({ namespace: 'nestpress/v1', base: BASE, fields: REDIRECT })
export class RedirectsController {
  constructor(private readonly redirects: RedirectsService) {}

  @Route({ methods: READABLE, args: ListRedirectsDto, can: MANAGE })
  async list(@Ctx() ctx: RequestContext, @Args() args: ListRedirectsDto): Promise<Reply> {
    const { search, page, per_page: perPage } = args;
    const filter = { search, limit: perPage, offset: (page - 1) * perPage };
    const { redirects, total } = await this.redirects.page(filter);
    return pagedReply(ctx, `/nestpress/v1${BASE}`, redirects.map(presentRedirect), { total, page, perPage, args });
  }

  @Route({ methods: CREATABLE, args: CreateRedirectDto, can: MANAGE })
  async create(@Ctx() { principal }: RequestContext, @Args() args: CreateRedirectDto): Promise<Reply> {
    return new Reply(presentRedirect(await this.redirects.create(args, principal)), 201);
  }

  @Route({ methods: READABLE, path: ITEM, args: RedirectIdDto, can: MANAGE })
  async read(@Args() { id }: RedirectIdDto): Promise<Item> {
    return presentRedirect(await this.redirects.find(id));
  }

  @Route({ methods: EDITABLE, path: ITEM, args: UpdateRedirectDto, can: MANAGE })
  async update(@Ctx() { principal }: RequestContext, @Args() { id, ...values }: UpdateRedirectDto): Promise<Item> {
    const changes = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
    return presentRedirect(await this.redirects.update(id, changes, principal));
  }

  @Route({ methods: DELETABLE, path: ITEM, args: RedirectIdDto, can: MANAGE })
  async delete(@Ctx() { principal }: RequestContext, @Args() { id }: RedirectIdDto): Promise<JsonValue> {
    return { deleted: true, previous: presentRedirect(await this.redirects.delete(id, principal)).members };
  }

  @Route({ methods: CREATABLE, path: '/import', args: ImportDto, can: MANAGE })
  async import(@Ctx() { principal }: RequestContext, @Args() { csv }: ImportDto): Promise<JsonValue> {
    return { ...(await this.redirects.import(csv, principal)) };
  }
}
