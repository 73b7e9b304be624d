import { type GraphContext } from '../context/graph-context.js';
import { GraphError } from '../model/graph-error.js';
import { userNodes } from '../nodes/find-nodes.js';
import { type UserNode } from '../nodes/user-node.js';
import { ConnectionPage, numberedCursor, type PageArgs, readPaging } from '../model/paging.js';
import { type UserRowsQuery } from '../stores/user-rows.store.js';

type Texts = readonly string[] | null;

export interface UserArgs extends PageArgs {
  readonly where?: {
    readonly exclude?: readonly number[] | null;
    readonly hasPublishedPosts?: Texts;
    readonly include?: readonly number[] | null;
    readonly login?: string | null;
    readonly loginIn?: Texts;
    readonly loginNotIn?: Texts;
    readonly nicename?: string | null;
    readonly nicenameIn?: Texts;
    readonly nicenameNotIn?: Texts;
    readonly orderby?: readonly ({ readonly field: string; readonly order?: 'ASC' | 'DESC' | null } | null)[] | null;
    readonly role?: string | null;
    readonly roleIn?: Texts;
    readonly roleNotIn?: Texts;
    readonly search?: string | null;
    readonly searchColumns?: Texts;
  } | null;
}

const COLUMNS: ReadonlyMap<string, string> = new Map([
  ['DISPLAY_NAME', 'u.display_name'],
  ['EMAIL', 'u.user_email'],
  ['LOGIN', 'u.user_login'],
  ['LOGIN_IN', 'u.user_login'],
  ['NICE_NAME', 'u.user_nicename'],
  ['NICE_NAME_IN', 'u.user_nicename'],
  ['REGISTERED', 'u.user_registered'],
  ['URL', 'u.user_url'],
]);
const SEARCHED: ReadonlyMap<string, string> = new Map([
  ['ID', 'u.ID'],
  ['LOGIN', 'u.user_login'],
  ['NICENAME', 'u.user_nicename'],
  ['EMAIL', 'u.user_email'],
  ['URL', 'u.user_url'],
]);

/** Filters and orders that would tell what is not public of an account. */
function assertMayFilter(ctx: GraphContext, where: NonNullable<UserArgs['where']>): void {
  if (ctx.can('list_users')) return;
  if (where.role ?? where.roleIn?.length ?? where.roleNotIn?.length)
    throw new GraphError('Users can only be filtered by role by those who list users.', 'FORBIDDEN');
}

function queryOf(ctx: GraphContext, where: NonNullable<UserArgs['where']>): UserRowsQuery {
  const mayList = ctx.can('list_users');
  const role = (name: string) => ctx.content.roles.get(name) ?? name.toLowerCase();
  const logins = [...(where.login ? [where.login] : []), ...(where.loginIn ?? [])];
  const nicenames = [...(where.nicename ? [where.nicename] : []), ...(where.nicenameIn ?? [])];
  const types = (where.hasPublishedPosts ?? []).flatMap((value) => ctx.content.typeOf(value)?.definition.name ?? []);
  const publicTypes = ctx.content.types
    .filter(({ definition }) => definition.viewable)
    .map(({ definition }) => definition.name);
  const searched = (where.searchColumns ?? []).filter((name) => mayList || name !== 'EMAIL');
  const order = (where.orderby ?? []).flatMap((sort) => {
    const column = sort && COLUMNS.get(sort.field);
    if (!column || (!mayList && sort.field === 'EMAIL')) return [];
    const list = sort.field === 'LOGIN_IN' ? logins : sort.field === 'NICE_NAME_IN' ? nicenames : undefined;
    return [{ column, isDescending: sort.order === 'DESC', ...(list && { list }) }];
  });
  return {
    include: where.include ?? [],
    exclude: where.exclude ?? [],
    logins,
    loginsExclude: where.loginNotIn ?? [],
    nicenames,
    nicenamesExclude: where.nicenameNotIn ?? [],
    roles: where.role ? [role(where.role)] : [],
    rolesAny: (where.roleIn ?? []).map(role),
    rolesExclude: (where.roleNotIn ?? []).map(role),
    search: where.search ?? '',
    searchesEmails: mayList,
    ...(searched.length > 0 && { searchColumns: searched.flatMap((name) => SEARCHED.get(name) ?? []) }),
    ...(types.length > 0
      ? { publishedTypes: types }
      : !mayList && { publishedTypes: publicTypes, self: ctx.principal.id }),
    order: order.length > 0 ? order : [{ column: 'u.user_login', isDescending: false }],
  };
}

export async function userConnection(ctx: GraphContext, args: UserArgs): Promise<ConnectionPage<UserNode>> {
  const where = args.where ?? {};
  assertMayFilter(ctx, where);
  ctx.keys.list('user');
  const paging = readPaging(args);
  const row = async (cursor: string | undefined) => {
    const id = numberedCursor(cursor);
    return id > 0 && (await ctx.users.get(id)) ? id : undefined;
  };
  const [after, before] = await Promise.all([row(paging.after), row(paging.before)]);
  const ids = await ctx.services.userRows.page(queryOf(ctx, where), { ...paging, after, before });
  const page = ids.slice(0, paging.amount);
  if (paging.isBackward) page.reverse();
  return new ConnectionPage(
    await userNodes(ctx, page),
    paging,
    { hasMore: ids.length > paging.amount, hasAfter: after !== undefined, hasBefore: before !== undefined },
    ({ databaseId }) => databaseId,
  );
}
