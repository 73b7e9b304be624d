import { ENTRY_TABLES } from '../entries/model/entry-sources.js';
import { type JsonValue, type Item, type Reply } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import {
  Args,
  byModel,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  EDITABLE,
  READABLE,
  RestController,
  Route,
} from '../../rest/route/route.decorators.js';
import { type CacheTag } from '../../rest/route/route.types.js';
import {
  createCommentDto,
  type CreateCommentDto,
  DeleteCommentDto,
  ListCommentsArgs,
  type ListCommentsDto,
  ReadCommentDto,
  updateCommentDto,
  type UpdateCommentDto,
} from './comments.dto.js';
import { commentFields } from './comments.fields.js';
import { CommentsListService } from './comments-list.service.js';
import { CommentsPolicy } from './comments.policy.js';
import { CommentsService } from './comments.service.js';

const ONE = '/(?P<id>[\\d]+)';
/** Permalinks of comments begin with those of their posts. */
const TABLES: readonly CacheTag[] = ['comments', 'commentmeta', ...ENTRY_TABLES];

@RestController({ namespace: 'wp/v2', base: '/comments', fields: byModel(commentFields) })
export class CommentsController {
  constructor(
    private readonly comments: CommentsService,
    private readonly lists: CommentsListService,
  ) {}

  @Route({ methods: READABLE, args: ListCommentsArgs, can: can(CommentsPolicy, 'list'), cache: TABLES })
  list(@Ctx() ctx: RequestContext, @Args() args: ListCommentsDto): Promise<Reply> {
    return this.lists.list(ctx, args);
  }

  @Route({ methods: CREATABLE, args: createCommentDto, can: can(CommentsPolicy, 'create') })
  create(@Ctx() ctx: RequestContext, @Args() args: CreateCommentDto): Promise<Reply> {
    return this.comments.create(ctx, args);
  }

  @Route({ methods: READABLE, path: ONE, args: ReadCommentDto, can: can(CommentsPolicy, 'read'), cache: TABLES })
  read(@Ctx() ctx: RequestContext, @Args() args: ReadCommentDto): Promise<Item> {
    return this.comments.read(ctx, args);
  }

  @Route({ methods: EDITABLE, path: ONE, args: updateCommentDto, can: can(CommentsPolicy, 'update') })
  update(@Ctx() ctx: RequestContext, @Args() args: UpdateCommentDto): Promise<Item> {
    return this.comments.update(ctx, args);
  }

  @Route({ methods: DELETABLE, path: ONE, args: DeleteCommentDto, can: can(CommentsPolicy, 'delete') })
  delete(@Ctx() ctx: RequestContext, @Args() args: DeleteCommentDto): Promise<Item | JsonValue> {
    return args.force ? this.comments.delete(ctx, args.id) : this.comments.trash(ctx, args.id);
  }
}
