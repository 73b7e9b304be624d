import { type Entry, ZERO_DATE } from '../model/entry.js';
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
  slug: { description: 'Slug of the entry; may be empty unless it is published.', type: 'string', readonly: true },
  date_gmt: {
    description: 'Date in UTC. Empty: the entry has none of its own and is dated when it is published.',
    type: 'string',
    readonly: true,
  },
  sticky: { description: 'Whether the entry is at the top of the home page.', type: 'boolean', readonly: true },
});

const STATUSES = ['publish', 'future', 'draft', 'pending', 'private'];

class ReadDto {
  @Arg({ type: 'integer', required: true, description: 'ID of an entry or of one of its revisions.' })
  id!: number;
}

class RestoreDto extends ReadDto {
  @Arg({ type: 'string', enum: STATUSES, description: 'Status to return to; by default that before the trash.' })
  status?: string;

  @Arg({ type: 'string', description: 'Slug to return to.' })
  slug?: string;

  @Arg({ type: 'string', description: 'Date in UTC to return to; empty: no date of its own.' })
  date_gmt?: string;

  @Arg({ type: 'boolean', description: 'Whether the entry is at the top of the home page again.' })
  sticky?: boolean;
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

  /** Takes an entry out of the trash as it was, or returns one to a state that the route above has sent. */
  @Route({
    methods: CREATABLE,
    path: '/(?P<id>[\\d]+)/restore',
    args: RestoreDto,
    can: can(EntriesAdminPolicy, 'restoreEntry'),
  })
  async restore(@Ctx() ctx: RequestContext, @Args() { id, ...former }: RestoreDto): Promise<Item> {
    const { site, entry } = await this.entries.restore(ctx, id, former);
    return present(site, entry);
  }

  @Route({ methods: CREATABLE, args: CreateDto, can: can(EntriesAdminPolicy, 'createEntry') })
  async create(@Ctx() ctx: RequestContext, @Args() { type: name }: CreateDto): Promise<Reply> {
    const type = creatableType(ctx.site, name);
    if (!type) throw invalidParams({ type: `${name} is not a post type whose entries can be created.` });
    const id = await this.drafts.create(type, ctx);
    return new Reply(present(ctx.site, await this.entries.read(ctx.site, id)), 201);
  }
}

function present(site: Site, { id, type, status, slug, dateGmt }: Entry): Item {
  return new Item({
    ...{ id, type, status, slug },
    route: `${site.model.types.get(type)?.route}/${id}`,
    date_gmt: dateGmt === ZERO_DATE ? '' : dateGmt.replace(' ', 'T'),
    sticky: site.ids('sticky_posts').includes(id),
  });
}
