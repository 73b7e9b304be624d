import { Inject, Injectable, Module, type Type } from '@nestjs/common';
import { type ContextDto, type Context, CONTEXT_ARG } from '../args/common.dto.js';
import { RequestContext } from '../http/request-context.js';
import { byModel, named, Args, can, Ctx, PUBLIC, READABLE, RestController, Route } from '../route/route.decorators.js';
import { type Allowed } from '../route/route.types.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type Principal } from '../../access/principal.js';
import { type DtoClass, Arg } from '../args/arg.decorator.js';
import { type ResourceFields } from '../fields/resource-fields.js';
import { type Links } from '../response/links.js';
import { type ContentModel } from '../../content-model/content-model.js';
import { fieldRequest } from '../http/field-request.js';
import { type AnyField } from '../../content-model/field-types.js';
import { tablesOf } from '../../content-model/declared-fields.js';
import { loadFields } from '../../content-model/field-values.js';
import { Database } from '../../database/database.js';
import { type Site } from '../../site/site.js';
import { Item, ItemMap } from '../response/reply.js';

/** The two routes of one registry: all its items by name, and one of them. */
function registryController<T extends { readonly name: string }, L extends ContextDto>(
  declaration: RegistryDeclaration<T, L>,
  policy: Type<RegistryPolicy<L>>,
): Type<object> {
  const { base, nameArg, fields, listArgs } = declaration;
  const cache = byModel((model) => (declaration.hasDeclaredFields ? tablesOf(model.fields.of('type')) : []));

  class ReadDto {}
  Arg({ type: 'string', description: `Name of the ${nameArg}.` })(ReadDto.prototype, nameArg);
  Arg(CONTEXT_ARG)(ReadDto.prototype, 'context');

  @RestController({ namespace: 'wp/v2', base: `/${base}`, fields })
  class RegistryController {
    constructor(
      @Inject(PROFILE) private readonly profile: Profile,
      private readonly database: Database,
    ) {}

    @Route({ methods: READABLE, args: listArgs, can: can(policy, 'list'), cache, returns: 'map' })
    async list(@Ctx() ctx: RequestContext, @Args() args: L): Promise<ItemMap> {
      const { principal, site } = ctx;
      const items = declaration.list({ principal, profile: this.profile, model: site.model }, args);
      const presented = await this.present(ctx, items, args.context);
      return new ItemMap(new Map(items.map(({ name }, index) => [name, presented[index]!])));
    }

    @Route({
      methods: READABLE,
      path: `/(?P<${nameArg}>[\\w-]+)`,
      args: ReadDto,
      can: declaration.canRead ? can(policy, 'read') : PUBLIC,
      cache,
    })
    async read(@Ctx() ctx: RequestContext, @Args() args: ReadByNameDto): Promise<Item> {
      const { [nameArg]: name, context } = args;
      const requester = { principal: ctx.principal, profile: this.profile, model: ctx.site.model };
      const [item] = await this.present(ctx, [declaration.find(requester, name, context)], context);
      return item!;
    }

    private async present(ctx: RequestContext, items: readonly T[], context: Context): Promise<Item[]> {
      const { site, wants } = ctx;
      // Older releases shorten single items only, once they are complete.
      const only = this.profile.rest.fieldSelection === 'nested' ? wants : undefined;
      const project = fields.projection(this.profile, context, only);
      const added = declaration.hasDeclaredFields
        ? site.model.fields.of('type').filter((field) => (!wants || wants.has(field.name)) && isShownIn(field, context))
        : [];
      const values = await loadFields(
        added,
        items.map(({ name }, id) => ({ id, name })),
        this.database,
        fieldRequest(ctx),
      );
      return items.map((item, id) => {
        const further = added.flatMap(({ name, optional }) => {
          const value = values.get(name)?.get(id);
          return value === undefined && optional ? [] : [[name, value ?? null] as const];
        });
        const members = { ...project(item, { profile: this.profile, site }), ...Object.fromEntries(further) };
        return new Item(members, declaration.links(site, item));
      });
    }
  }
  return RegistryController;
}

const isShownIn = ({ context }: AnyField, current: Context) => context === undefined || context.includes(current);

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
  /** Whether modules may add fields to its items. */
  readonly hasDeclaredFields?: boolean;
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
