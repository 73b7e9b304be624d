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
import { ListPostsArgs } from './posts.args.js';
import { POSTS } from './posts.fields.js';
import { PostsPolicy } from './posts.policy.js';
import { postsQuery } from './posts.query.js';
import { CreatePostArgs, UpdatePostArgs } from './posts.write-args.js';

@RestController({ namespace: 'wp/v2', base: '/posts', fields: POSTS.fields })
export class PostsController {
  constructor(
    private readonly entries: EntriesService,
    private readonly writing: EntryWriteService,
  ) {}

  @Route({ methods: READABLE, args: ListPostsArgs, can: can(PostsPolicy, 'list'), cache: ENTRY_TABLES })
  list(@Ctx() ctx: RequestContext, @Args() args: ListPostsArgs): Promise<Reply> {
    return this.entries.list(ctx, POSTS, args, postsQuery(ctx, args));
  }

  @Route({ methods: CREATABLE, args: CreatePostArgs, can: can(PostsPolicy, 'create') })
  create(@Ctx() ctx: RequestContext, @Args() args: CreatePostArgs): Promise<Reply> {
    return this.writing.create(ctx, POSTS, args);
  }

  @Route({
    methods: READABLE,
    path: '/(?P<id>[\\d]+)',
    args: ReadEntryArgs,
    can: can(PostsPolicy, 'read'),
    cache: ENTRY_TABLES,
  })
  read(@Ctx() ctx: RequestContext, @Args() args: ReadEntryArgs): Promise<Reply> {
    return this.entries.read(ctx, POSTS, args);
  }

  @Route({ methods: EDITABLE, path: '/(?P<id>[\\d]+)', args: UpdatePostArgs, can: can(PostsPolicy, 'update') })
  update(@Ctx() ctx: RequestContext, @Args() args: UpdatePostArgs): Promise<Content> {
    return this.writing.update(ctx, POSTS, args);
  }

  @Route({ methods: DELETABLE, path: '/(?P<id>[\\d]+)', args: DeleteEntryArgs, can: can(PostsPolicy, 'remove') })
  remove(@Ctx() ctx: RequestContext, @Args() args: DeleteEntryArgs): Promise<Content> {
    return this.writing.remove(ctx, POSTS, args);
  }
}
