import { type Content, type Reply } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/route/context.js';
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
} from '../../rest/route/route.decorators.js';
import { ENTRY_TABLES } from '../entries/entry-tables.js';
import { ReadEntryArgs } from '../entries/entry.args.js';
import { EntriesService } from '../entries/entries.service.js';
import { DeleteEntryArgs } from '../entries/entry-write.args.js';
import { EntryWriteService } from '../entries/entry-write.service.js';
import { ListPagesArgs } from './pages.args.js';
import { PAGES } from './pages.fields.js';
import { PagesPolicy } from './pages.policy.js';
import { pagesQuery } from './pages.query.js';
import { CreatePageArgs, UpdatePageArgs } from './pages.write-args.js';

@RestController({ namespace: 'wp/v2', base: '/pages', fields: PAGES.fields })
export class PagesController {
  constructor(
    private readonly entries: EntriesService,
    private readonly writing: EntryWriteService,
  ) {}

  @Route({ methods: READABLE, args: ListPagesArgs, can: can(PagesPolicy, 'list'), cache: ENTRY_TABLES })
  list(@Ctx() ctx: RequestContext, @Args() args: ListPagesArgs): Promise<Reply> {
    return this.entries.list(ctx, PAGES, args, pagesQuery(ctx, args));
  }

  @Route({ methods: CREATABLE, args: CreatePageArgs, can: can(PagesPolicy, 'create') })
  create(@Ctx() ctx: RequestContext, @Args() args: CreatePageArgs): Promise<Reply> {
    return this.writing.create(ctx, PAGES, args);
  }

  @Route({
    methods: READABLE,
    path: '/(?P<id>[\\d]+)',
    args: ReadEntryArgs,
    can: can(PagesPolicy, 'read'),
    cache: ENTRY_TABLES,
  })
  read(@Ctx() ctx: RequestContext, @Args() args: ReadEntryArgs): Promise<Reply> {
    return this.entries.read(ctx, PAGES, args);
  }

  @Route({ methods: EDITABLE, path: '/(?P<id>[\\d]+)', args: UpdatePageArgs, can: can(PagesPolicy, 'update') })
  update(@Ctx() ctx: RequestContext, @Args() args: UpdatePageArgs): Promise<Content> {
    return this.writing.update(ctx, PAGES, args);
  }

  @Route({ methods: DELETABLE, path: '/(?P<id>[\\d]+)', args: DeleteEntryArgs, can: can(PagesPolicy, 'remove') })
  remove(@Ctx() ctx: RequestContext, @Args() args: DeleteEntryArgs): Promise<Content> {
    return this.writing.remove(ctx, PAGES, args);
  }
}
