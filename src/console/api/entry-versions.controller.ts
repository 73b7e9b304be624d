import { type Entry } from '../../modules/entries/entry.js';
import { Arg } from '../../rest/args/arg.decorator.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Item, Reply } from '../../rest/response/reply.js';
import { Args, can, CREATABLE, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { EntryVersionsService } from './entry-versions.service.js';
import { NestpressPolicy } from './nestpress.policy.js';

const AUTOSAVE = new ResourceFields('entry-autosave', {
  id: { description: 'ID of the autosave.', type: 'integer', readonly: true },
  date_gmt: { description: 'When it was stored, in UTC.', type: 'string', format: 'date-time', readonly: true },
  title: { description: 'Title, as it is typed.', type: 'string' },
  content: { description: 'Content, as it is typed.', type: 'string' },
  excerpt: { description: 'Excerpt, as it is typed.', type: 'string' },
});

class EntryDto {
  @Arg({ type: 'integer', required: true, description: 'Entry ID.' })
  id!: number;
}

class AutosaveDto extends EntryDto {
  @Arg({ type: 'string', description: 'Title, as it is typed.' })
  title?: string;

  @Arg({ type: 'string', description: 'Content, as it is typed.' })
  content?: string;

  @Arg({ type: 'string', description: 'Excerpt, as it is typed.' })
  excerpt?: string;
}

/** Unsaved changes of an entry, and the version it had before its first change, in the rows that WordPress has for them. */
@RestController({ namespace: 'nestpress/v1', base: '/entries', fields: AUTOSAVE })
export class EntryVersionsController {
  constructor(private readonly versions: EntryVersionsService) {}

  /** The requester's own autosave, if the entry was not saved after it. */
  @Route({
    methods: READABLE,
    path: '/(?P<id>[\\d]+)/autosaves',
    args: EntryDto,
    can: can(NestpressPolicy, 'editEntry'),
    returns: 'list',
  })
  async list(@Ctx() ctx: RequestContext, @Args() { id }: EntryDto): Promise<Item[]> {
    const autosave = await this.versions.unsaved(ctx, id);
    return autosave ? [present(autosave)] : [];
  }

  /** Stores texts without changing the entry; they replace the requester's earlier autosave. */
  @Route({
    methods: CREATABLE,
    path: '/(?P<id>[\\d]+)/autosaves',
    args: AutosaveDto,
    can: can(NestpressPolicy, 'editEntry'),
  })
  async autosave(@Ctx() ctx: RequestContext, @Args() { id, ...texts }: AutosaveDto): Promise<Item> {
    return present(await this.versions.autosave(ctx, id, texts));
  }

  /** Stores the present texts as a revision, unless the newest one is the same: older releases store none of the first version. */
  @Route({
    methods: CREATABLE,
    path: '/(?P<id>[\\d]+)/revisions',
    args: EntryDto,
    can: can(NestpressPolicy, 'editEntry'),
  })
  async storeRevision(@Ctx() ctx: RequestContext, @Args() { id }: EntryDto): Promise<Reply> {
    await this.versions.storeRevision(ctx, id);
    return new Reply({ stored: true }, 201);
  }
}

function present({ id, title, content, excerpt, modifiedGmt }: Entry): Item {
  return new Item({ id, date_gmt: modifiedGmt.replace(' ', 'T'), title, content, excerpt });
}
