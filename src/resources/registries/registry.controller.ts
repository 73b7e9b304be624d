import { Inject, type Type } from '@nestjs/common';
import { Arg } from '../../rest/args/arg.decorator.js';
import { CONTEXT_ARG, type Context, type ContextArgs } from '../../rest/args/common.args.js';
import { Item, ItemMap } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/route/context.js';
import { Args, can, Ctx, PUBLIC, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type ReadByNameArgs, type RegistryDeclaration, type RegistryPolicy } from './registry.js';

/** The two routes of one registry: all its items by name, and one of them. */
export function registryController<T extends { readonly name: string }, L extends ContextArgs>(
  declaration: RegistryDeclaration<T, L>,
  policy: Type<RegistryPolicy<L>>,
): Type<object> {
  const { base, nameArg, fields, listArgs } = declaration;

  class ReadArgs {}
  Arg({ type: 'string', description: `Name of the ${nameArg}.` })(ReadArgs.prototype, nameArg);
  Arg(CONTEXT_ARG)(ReadArgs.prototype, 'context');

  @RestController({ namespace: 'wp/v2', base: `/${base}`, fields })
  class RegistryController {
    constructor(@Inject(PROFILE) private readonly profile: Profile) {}

    @Route({ methods: READABLE, args: listArgs, can: can(policy, 'list'), cache: [], answers: 'map' })
    list(@Ctx() { principal, site }: RequestContext, @Args() args: L): ItemMap {
      const items = declaration.list({ principal, profile: this.profile, model: site.model }, args);
      return new ItemMap(new Map(items.map((item) => [item.name, this.present(site, item, args.context)])));
    }

    @Route({
      methods: READABLE,
      path: `/(?P<${nameArg}>[\\w-]+)`,
      args: ReadArgs,
      can: declaration.canRead ? can(policy, 'read') : PUBLIC,
      cache: [],
    })
    read(@Ctx() { principal, site }: RequestContext, @Args() args: ReadByNameArgs): Item {
      const { [nameArg]: name, context } = args;
      const requester = { principal, profile: this.profile, model: site.model };
      return this.present(site, declaration.find(requester, name, context), context);
    }

    private present(site: RequestContext['site'], item: T, context: Context): Item {
      const members = fields.projection(this.profile, context)(item, { profile: this.profile });
      return new Item(members, declaration.links(site, item));
    }
  }
  return RegistryController;
}
