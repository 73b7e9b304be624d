import { type Principal } from '../../access/principal.js';
import { type ArgsClass } from '../../rest/args/arg.decorator.js';
import { type Context, type ContextArgs } from '../../rest/args/common.args.js';
import { type ResourceFields } from '../../rest/fields/resource-fields.js';
import { type Links } from '../../rest/response/links.js';
import { type RequestContext } from '../../rest/route/context.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { type ContentModel } from '../../site/model/content-model.js';
import { type Site } from '../../site/site.js';
import { type Profile } from '../../variant/profile.js';

interface Requester {
  readonly principal: Principal;
  readonly profile: Profile;
  readonly model: ContentModel;
}

type NameArg = 'type' | 'status' | 'taxonomy';

export type ReadByNameArgs = Record<NameArg, string> & ContextArgs;

/** One of the read-only registries of the site: post types, post statuses, taxonomies. */
export interface RegistryDeclaration<T extends { readonly name: string }, L extends ContextArgs> {
  /** First path segment of the routes. */
  readonly base: string;
  /** The path variable that takes an item's name. */
  readonly nameArg: NameArg;
  readonly fields: ResourceFields<T, { profile: Profile }>;
  readonly listArgs: ArgsClass<L>;
  readonly canList: (requester: Requester, args: L) => Allowed;
  /** The items that the requester may see. */
  readonly list: (requester: Requester, args: L) => readonly T[];
  /** Absent where the route has no permission check of its own, and `find` throws instead. */
  readonly canRead?: (requester: Requester, name: string, context: Context) => Allowed;
  readonly find: (requester: Requester, name: string, context: Context) => T;
  readonly links: (site: Site, item: T) => Links;
}

export interface RegistryPolicy<L extends ContextArgs> {
  list(ctx: RequestContext, args: L): Allowed;
  read(ctx: RequestContext, args: ReadByNameArgs): Allowed;
}
