import { Inject, Injectable } from '@nestjs/common';
import { can, type MetaCapability, siteFacts } from '../../access/capabilities/index.js';
import { type Principal } from '../../access/principal.js';
import { type User } from './user.js';
import { UsersStore } from './users.store.js';
import { type Context } from '../../rest/args/common.dto.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext, RequestLoader } from '../../rest/http/request-context.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type ListUsersDto } from './users.dto.js';
import * as errors from './users.errors.js';

type UserQuestion = Extract<MetaCapability, 'edit_user' | 'delete_user' | 'promote_user'>;

/** Sort orders that would reveal hidden values. */
const RESTRICTED_ORDERS = new Set(['email', 'registered_date']);

/** Whether the requester may write entries of a type with authors. */
const mayWrite = ({ principal, site }: RequestContext): boolean =>
  site.model.restTypes.some(
    ({ supports, capabilities }) => supports.includes('author') && principal.can(capabilities.edit_posts),
  );

export const mayListUsers = (principal: Principal): boolean => principal.can('list_users');

@Injectable()
export class UsersPolicy {
  private readonly byId = new RequestLoader((id: number) => this.users.byId(id));
  private readonly published = new RequestLoader(async (id: number) => (await this.users.publishedAmong([id])).has(id));

  constructor(
    private readonly users: UsersStore,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** The requested user, who belongs to the site; policy and service see the same object. */
  async find(ctx: RequestContext, id: number): Promise<User | undefined> {
    const user = await this.byId.of(ctx, id);
    return user?.isMember ? user : undefined;
  }

  /** The requester, who may be of another site of the network. */
  async findRequester(ctx: RequestContext): Promise<User | undefined> {
    return ctx.principal.isAnonymous ? undefined : this.byId.of(ctx, ctx.principal.id);
  }

  list(
    ctx: RequestContext,
    args: Pick<ListUsersDto, 'roles' | 'capabilities' | 'context' | 'orderby' | 'who'>,
  ): Allowed {
    const { principal } = ctx;
    const lists = mayListUsers(principal);
    if (args.roles && args.roles.length > 0 && !lists) return errors.cannotFilterByRole(principal);
    if (args.capabilities && args.capabilities.length > 0 && !lists) return errors.cannotFilterByCapability(principal);
    if (args.context === 'edit' && !lists) return errors.cannotEditContext(principal);
    if (RESTRICTED_ORDERS.has(args.orderby) && !lists) return errors.cannotOrder(principal);
    if (args.who === 'authors' && !mayWrite(ctx)) return errors.cannotFilterByWho(principal);
    return true;
  }

  async read(ctx: RequestContext, args: { id: number; context: Context }): Promise<boolean | RestError> {
    const user = await this.find(ctx, args.id);
    if (!user) return errors.unknownUser();
    return (await this.checkReadable(ctx, user, args.context, () => this.hasPublished(ctx, user.id))) ?? true;
  }

  /** Why the requester may not read a user, if so; used for one and, with `published` loaded beforehand, for many. */
  async checkReadable(
    ctx: RequestContext,
    user: User,
    context: Context,
    published: () => boolean | Promise<boolean>,
  ): Promise<RestError | undefined> {
    const { principal } = ctx;
    if (user.id === principal.id) return undefined;
    if (context === 'edit') return this.mayEdit(ctx, user) ? undefined : errors.cannotEditContext(principal);
    const isReadable = mayListUsers(principal) || this.mayEdit(ctx, user) || (await published());
    return isReadable ? undefined : errors.cannotView(principal);
  }

  /** Who may list users may not edit all of them: administrators of sites of a network edit only themselves. */
  mayEdit(ctx: RequestContext, user: User): boolean {
    return this.may(ctx, 'edit_user', user);
  }

  /** IDs of those of the users whom the requester may not read. */
  async unreadableAmong(ctx: RequestContext, users: readonly User[]): Promise<ReadonlySet<number>> {
    const published = mayListUsers(ctx.principal)
      ? new Set<number>()
      : await this.users.publishedAmong(users.map(({ id }) => id));
    const ids = new Set<number>();
    for (const user of users)
      if (await this.checkReadable(ctx, user, 'view', () => published.has(user.id))) ids.add(user.id);
    return ids;
  }

  create(ctx: RequestContext): Allowed {
    return ctx.principal.can('create_users') || errors.cannotCreate(ctx.principal);
  }

  async update(ctx: RequestContext, args: { id: number; roles?: readonly string[] }): Promise<boolean | RestError> {
    const user = await this.find(ctx, args.id);
    if (!user) return errors.unknownUser();
    const givesRoles = args.roles !== undefined && args.roles.length > 0;
    const { rolesNeedPromotion } = this.profile.users;
    if (givesRoles && rolesNeedPromotion) {
      if (!this.may(ctx, 'promote_user', user)) return errors.cannotEditRoles(ctx.principal);
      if (changesOnlyRoles(ctx)) return true;
    }
    if (!this.mayEdit(ctx, user)) return errors.cannotEdit(ctx.principal);
    if (givesRoles && !rolesNeedPromotion && !ctx.principal.can('edit_users'))
      return errors.cannotEditRoles(ctx.principal);
    return true;
  }

  updateMe(ctx: RequestContext, args: { roles?: readonly string[] }): Promise<boolean | RestError> {
    return this.update(ctx, { id: ctx.principal.id, roles: args.roles });
  }

  async delete(ctx: RequestContext, args: { id: number }): Promise<boolean | RestError> {
    const user = await this.find(ctx, args.id);
    if (!user) return errors.unknownUser();
    return this.may(ctx, 'delete_user', user) || errors.cannotDelete(ctx.principal);
  }

  deleteMe(ctx: RequestContext): Promise<boolean | RestError> {
    return this.delete(ctx, { id: ctx.principal.id });
  }

  private may(ctx: RequestContext, question: UserQuestion, user: User): boolean {
    return can(ctx.principal, question, { id: user.id }, siteFacts(ctx.site));
  }

  private hasPublished(ctx: RequestContext, id: number): Promise<boolean> {
    return this.published.of(ctx, id);
  }
}

/** Whether the request contains nothing but the user's ID and roles. */
function changesOnlyRoles({ request }: RequestContext): boolean {
  const named = new Set([...request.sources()].flatMap((source) => Object.keys(source)));
  named.delete('id');
  return named.size === 1 && named.has('roles');
}
