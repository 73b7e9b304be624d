import { Inject, Injectable, Module, type Type } from '@nestjs/common';
import { type ContextDto, type Context, CONTEXT_ARG } from '../args/common.dto.js';
import { RequestContext } from '../http/request-context.js';
import { named, Args, can, Ctx, PUBLIC, READABLE, RestController, Route } from '../route/route.decorators.js';
import { type Allowed } from '../route/route.types.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type Principal } from '../../access/principal.js';
import { type DtoClass, Arg } from '../args/arg.decorator.js';
import { type ResourceFields } from '../fields/resource-fields.js';
import { type Links } from '../response/links.js';
import { type ContentModel } from '../../content-model/content-model.js';
import { type Site } from '../../site/site.js';
import { Item, ItemMap } from '../response/reply.js';

/** The two routes of one registry: all its items by name, and one of them. */
function registryController<T extends { readonly name: string }, L extends ContextDto>(
  declaration: RegistryDeclaration<T, L>,
  policy: Type<RegistryPolicy<L>>,
): Type<object> {
  const { base, nameArg, fields, listArgs } = declaration;

  class ReadDto {}
  Arg({ type: 'string', description: `Name of the ${nameArg}.` })(ReadDto.prototype, nameArg);
  Arg(CONTEXT_ARG)(ReadDto.prototype, 'context');

  @RestController({ namespace: 'wp/v2', base: `/${base}`, fields })
  class RegistryController {
    constructor(@Inject(PROFILE) private readonly profile: Profile) {}

    @Route({ methods: READABLE, args: listArgs, can: can(policy, 'list'), cache: [], returns: 'map' })
    list(@Ctx() { principal, site }: RequestContext, @Args() args: L): ItemMap {
      const items = declaration.list({ principal, profile: this.profile, model: site.model }, args);
      return new ItemMap(new Map(items.map((item) => [item.name, this.present(site, item, args.context)])));
    }

    @Route({
      methods: READABLE,
      path: `/(?P<${nameArg}>[\\w-]+)`,
      args: ReadDto,
      can: declaration.canRead ? can(policy, 'read') : PUBLIC,
      cache: [],
    })
    read(@Ctx() { principal, site }: RequestContext, @Args() args: ReadByNameDto): Item {
      const { [nameArg]: name, context } = args;
      const requester = { principal, profile: this.profile, model: site.model };
      return this.present(site, declaration.find(requester, name, context), context);
    }

    private present(site: RequestContext['site'], item: T, context: Context): Item {
      const members = fields.projection(this.profile, context)(item, { profile: this.profile, site });
      return new Item(members, declaration.links(site, item));
    }
  }
  return RegistryController;
}

interface Requester {
  readonly principal: Principal;
  readonly profile: Profile;
  readonly model: ContentModel;
}

type NameArg = 'type' | 'status' | 'taxonomy';

type ReadByNameDto = Record<NameArg, string> & ContextDto;

/** One of the read-only registries of the site: post types, post statuses, taxonomies. */
export interface RegistryDeclaration<T extends { readonly name: string }, L extends ContextDto> {
  /** First path segment of the routes. */
  readonly base: string;
  /** The path variable with an item's name. */
  readonly nameArg: NameArg;
  readonly fields: ResourceFields<T, { profile: Profile; site: Site }>;
  readonly listArgs: DtoClass<L>;
  readonly canList: (requester: Requester, args: L) => Allowed;
  /** The items that the requester may read. */
  readonly list: (requester: Requester, args: L) => readonly T[];
  /** Absent if the route has no permission check of its own, and `find` throws instead. */
  readonly canRead?: (requester: Requester, name: string, context: Context) => Allowed;
  readonly find: (requester: Requester, name: string, context: Context) => T;
  readonly links: (site: Site, item: T) => Links;
}

interface RegistryPolicy<L extends ContextDto> {
  list(ctx: RequestContext, args: L): Allowed;
  read(ctx: RequestContext, args: ReadByNameDto): Allowed;
}

/** The Nest module of a registry: controller and policy. */
export function registryModule<T extends { readonly name: string }, L extends ContextDto>(
  declaration: RegistryDeclaration<T, L>,
): Type<object> {
  const { base, nameArg, canList, canRead } = declaration;

  @Injectable()
  class DeclaredPolicy implements RegistryPolicy<L> {
    constructor(@Inject(PROFILE) private readonly profile: Profile) {}

    list({ principal, site }: RequestContext, args: L): Allowed {
      return canList({ principal, profile: this.profile, model: site.model }, args);
    }

    read({ principal, site }: RequestContext, { [nameArg]: name, context }: ReadByNameDto): Allowed {
      return canRead?.({ principal, profile: this.profile, model: site.model }, name, context) ?? true;
    }
  }
  named(DeclaredPolicy, base, 'Policy');

  @Module({
    controllers: [named(registryController(declaration, DeclaredPolicy), base, 'Controller')],
    providers: [DeclaredPolicy],
  })
  class RegistryModule {}
  return RegistryModule;
}
