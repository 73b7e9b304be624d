import { type Entry } from '../model/entry.js';
import { Arg } from '../../../rest/args/arg.decorator.js';
import { invalidParams } from '../../../rest/errors/catalogue.js';
import { ResourceFields } from '../../../rest/fields/resource-fields.js';
import { Item, Reply } from '../../../rest/response/reply.js';
import { RequestContext } from '../../../rest/http/request-context.js';
import { Args, can, CREATABLE, Ctx, READABLE, RestController, Route } from '../../../rest/route/route.decorators.js';
import { type Site } from '../../../site/site.js';
import { AutoDraftsService } from './auto-drafts.service.js';
import { EditedEntriesService } from './edited-entries.service.js';
import { creatableType, EntriesAdminPolicy } from './entries.admin.policy.js';

const ENTRY = new ResourceFields('edited-entry', {
  id: { description: 'Entry ID.', type: 'integer', readonly: true },
  type: { description: 'Post type.', type: 'string', required: true },
  status: { description: 'Status of the entry; `auto-draft` until it is saved.', type: 'string', readonly: true },
  route: { description: 'Route of the entry, below the REST root.', type: 'string', readonly: true },
});

class ReadDto {
  @Arg({ type: 'integer', required: true, description: 'ID of an entry or of one of its revisions.' })
  id!: number;
}

class CreateDto {
  @Arg({ type: 'string', default: 'post', description: 'Post type of the new entry; one that has routes.' })
  type!: string;
}

/** What an editor opens: an entry by its number alone, or a new one, which has a number before it is saved. */
@RestController({ namespace: 'nestpress/v1', base: '/entries', fields: ENTRY })
export class EditedEntriesController {
  constructor(
    private readonly entries: EditedEntriesService,
    private readonly drafts: AutoDraftsService,
  ) {}

  @Route({ methods: READABLE, path: '/(?P<id>[\\d]+)', args: ReadDto, can: can(EntriesAdminPolicy, 'editEntry') })
  async read(@Ctx() { site }: RequestContext, @Args() { id }: ReadDto): Promise<Item> {
    return present(site, await this.entries.read(site, id));
  }

  @Route({ methods: CREATABLE, args: CreateDto, can: can(EntriesAdminPolicy, 'createEntry') })
  async create(@Ctx() ctx: RequestContext, @Args() { type: name }: CreateDto): Promise<Reply> {
    const type = creatableType(ctx.site, name);
    if (!type) throw invalidParams({ type: `${name} is not a post type whose entries can be created.` });
    const id = await this.drafts.create(type, ctx);
    return new Reply(present(ctx.site, { id, type: name, status: 'auto-draft' }), 201);
  }
}

function present(site: Site, { id, type, status }: Pick<Entry, 'id' | 'type' | 'status'>): Item {
  return new Item({ id, type, status, route: `${site.model.types.get(type)?.route}/${id}` });
}
