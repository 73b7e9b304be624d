import { fieldRequest } from '../../rest/http/field-request.js';
import { type User } from './user.js';
import { ContextDto } from '../../rest/args/common.dto.js';
import { isTruthy } from '../../text/php/php-values.js';
import { Item, Reply } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import {
  Args,
  byModel,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  EDITABLE,
  PUBLIC,
  READABLE,
  RestController,
  Route,
} from '../../rest/route/route.decorators.js';
import { type CacheTag } from '../../rest/route/route.types.js';
import {
  CreateUserDto,
  DeleteMeDto,
  DeleteUserDto,
  ListUsersDto,
  ReadUserDto,
  UpdateMeDto,
  UpdateUserDto,
  UserIdDto,
} from './users.dto.js';
import { alreadyExists, deletedByNetwork, noTrash, notLoggedIn, unknownUser } from './users.errors.js';
import { userFields, type UserInput } from './users.fields.js';
import { UsersPolicy } from './users.policy.js';
import { UsersPresenter } from './users.presenter.js';
import { UsersListService } from './users-list.service.js';
import { UsersService } from './users.service.js';

const ONE = '/(?P<id>[\\d]+)';
const ME = '/me';
/** Anonymous requesters see authors of published entries. */
const TABLES: readonly CacheTag[] = ['users', 'usermeta', 'posts'];

@RestController({ namespace: 'wp/v2', base: '/users', fields: byModel(userFields), allowsBatch: true })
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly lists: UsersListService,
    private readonly policy: UsersPolicy,
    private readonly presenter: UsersPresenter,
  ) {}

  @Route({ methods: READABLE, args: ListUsersDto, can: can(UsersPolicy, 'list'), cache: TABLES })
  list(@Ctx() ctx: RequestContext, @Args() args: ListUsersDto): Promise<Reply> {
    return this.lists.list(ctx, args);
  }

  @Route({ methods: CREATABLE, args: CreateUserDto, can: can(UsersPolicy, 'create') })
  async create(@Ctx() ctx: RequestContext, @Args() args: UserInput): Promise<Reply> {
    // Raw: creating declares no `id`, and a request that brings one is refused.
    if (isTruthy(ctx.request.param('id'))) throw alreadyExists();
    const user = await this.users.create(ctx.principal, ctx.site, args, fieldRequest(ctx));
    const item = await this.presenter.one(ctx, user, 'edit', ctx.wants);
    return new Reply(item, 201, { Location: ctx.site.rest(`/wp/v2/users/${user.id}`) });
  }

  // Before the routes with an ID: Express would match `me` as one.
  @Route({ methods: READABLE, path: ME, allowsBatch: false, args: ContextDto, can: PUBLIC })
  async readMe(@Ctx() ctx: RequestContext, @Args() args: ContextDto): Promise<Item> {
    const me = await this.policy.findRequester(ctx);
    if (!me) throw notLoggedIn();
    return this.presenter.one(ctx, me, args.context, ctx.wants);
  }

  @Route({ methods: EDITABLE, path: ME, allowsBatch: false, args: UpdateMeDto, can: can(UsersPolicy, 'updateMe') })
  updateMe(@Ctx() ctx: RequestContext, @Args() args: Partial<UserInput>): Promise<Item> {
    return this.change(ctx, ctx.principal.id, args);
  }

  @Route({ methods: DELETABLE, path: ME, allowsBatch: false, args: DeleteMeDto, can: can(UsersPolicy, 'deleteMe') })
  deleteMe(@Ctx() ctx: RequestContext, @Args() args: DeleteMeDto): Promise<Reply> {
    return this.deleteUser(ctx, ctx.principal.id, args);
  }

  @Route({ methods: READABLE, path: ONE, args: ReadUserDto, can: can(UsersPolicy, 'read'), cache: TABLES })
  async read(@Ctx() ctx: RequestContext, @Args() args: ReadUserDto): Promise<Item> {
    return this.presenter.one(ctx, await this.existing(ctx, args.id), args.context, ctx.wants);
  }

  @Route({ methods: EDITABLE, path: ONE, args: UpdateUserDto, can: can(UsersPolicy, 'update') })
  update(@Ctx() ctx: RequestContext, @Args() args: UserIdDto & Partial<UserInput>): Promise<Item> {
    return this.change(ctx, args.id, args);
  }

  @Route({ methods: DELETABLE, path: ONE, args: DeleteUserDto, can: can(UsersPolicy, 'delete') })
  delete(@Ctx() ctx: RequestContext, @Args() args: DeleteUserDto): Promise<Reply> {
    return this.deleteUser(ctx, args.id, args);
  }

  private async change(ctx: RequestContext, id: number, args: Partial<UserInput>): Promise<Item> {
    const { user, cookie } = await this.users.update(
      ctx.principal,
      await this.existing(ctx, id),
      args,
      fieldRequest(ctx),
    );
    if (cookie) ctx.headers['Set-Cookie'] = cookie;
    return this.presenter.one(ctx, user, 'edit', ctx.wants);
  }

  private async deleteUser(ctx: RequestContext, id: number, args: DeleteMeDto): Promise<Reply> {
    if (ctx.site.network) throw deletedByNetwork();
    if (!args.force) throw noTrash();
    const user = await this.existing(ctx, id);
    const previous = await this.presenter.one(ctx, user, 'edit');
    await this.users.delete(ctx, user, args.reassign);
    return new Reply({ deleted: true, previous: previous.members });
  }

  private async existing(ctx: RequestContext, id: number): Promise<User> {
    const user = await this.policy.find(ctx, id);
    if (!user) throw unknownUser();
    return user;
  }
}
