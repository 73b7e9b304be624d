import { type Entry } from '../entries/model/entry.js';
import { Arg } from '../../rest/args/arg.decorator.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { integer, text } from '../../rest/fields/read-only.js';
import { CURSOR_ARG, cursorReply, readCursor, unlessKnown } from '../../rest/response/cursor.js';
import { Item, Reply, type WireReply } from '../../rest/response/reply.js';
import { Args, can, CREATABLE, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { EntryVersionsService, type WrittenRevision } from './entry-versions.service.js';
import { EntriesAdminPolicy } from '../entries/admin/entries.admin.policy.js';

const AUTOSAVE = new ResourceFields('entry-autosave', {
  id: { description: 'ID of the autosave.', type: 'integer', readonly: true },
  date_gmt: { description: 'When it was stored, in UTC.', type: 'string', format: 'date-time', readonly: true },
  title: { description: 'Title, as it is typed.', type: 'string' },
  content: { description: 'Content, as it is typed.', type: 'string' },
  excerpt: { description: 'Excerpt, as it is typed.', type: 'string' },
});

const REVISION = new ResourceFields('entry-revision', {
  id: integer('Revision ID.'),
  author: integer('ID of the user who wrote it.'),
  via: text('Name of the agent that wrote for the author; empty: the author.'),
  date_gmt: { ...text('When it was stored, in UTC.'), format: 'date-time' },
  is_autosave: { description: 'Whether it has unsaved changes.', type: 'boolean', readonly: true },
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

class RevisionsDto extends EntryDto {
  @Arg({ type: 'integer', default: 100, minimum: 1, maximum: 100, description: 'Maximum number of revisions to read.' })
  per_page!: number;

  @Arg(CURSOR_ARG)
  cursor?: string;
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
    can: can(EntriesAdminPolicy, 'editEntry'),
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
    can: can(EntriesAdminPolicy, 'editEntry'),
  })
  async autosave(@Ctx() ctx: RequestContext, @Args() { id, ...texts }: AutosaveDto): Promise<Item> {
    return present(await this.versions.autosave(ctx, id, texts));
  }
}

/** Revisions of an entry. Their texts are in wp/v2. */
@RestController({ namespace: 'nestpress/v1', base: '/entries', fields: REVISION })
export class EntryRevisionsController {
  constructor(private readonly versions: EntryVersionsService) {}

  /** Who wrote the revisions of an entry, latest first. */
  @Route({
    methods: READABLE,
    path: '/(?P<id>[\\d]+)/revisions',
    args: RevisionsDto,
    can: can(EntriesAdminPolicy, 'editEntry'),
    returns: 'list',
  })
  async revisions(@Ctx() ctx: RequestContext, @Args() args: RevisionsDto): Promise<Reply | WireReply> {
    const { id, per_page: limit, cursor = '' } = args;
    const found = await this.versions.revisions(ctx, id, { cursor: readCursor(cursor), limit: limit + 1 });
    const route = `/nestpress/v1/entries/${id}/revisions`;
    return unlessKnown(ctx, cursorReply(ctx, route, found.map(presentRevision), { limit, args }));
  }

  /** Stores the present texts as a revision, unless the newest one is the same: older releases store none of the first version. */
  @Route({
    methods: CREATABLE,
    path: '/(?P<id>[\\d]+)/revisions',
    args: EntryDto,
    can: can(EntriesAdminPolicy, 'editEntry'),
  })
  async storeRevision(@Ctx() ctx: RequestContext, @Args() { id }: EntryDto): Promise<Reply> {
    await this.versions.storeRevision(ctx, id);
    return new Reply({ stored: true }, 201);
  }
}

function present({ id, title, content, excerpt, modifiedGmt }: Entry): Item {
  return new Item({ id, date_gmt: modifiedGmt.replace(' ', 'T'), title, content, excerpt });
}

function presentRevision({ id, author, agent, dateGmt, isAutosave }: WrittenRevision): Item {
  return new Item({ id, author, via: agent, date_gmt: dateGmt.replace(' ', 'T'), is_autosave: isAutosave });
}
