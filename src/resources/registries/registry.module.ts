import { Inject, Injectable, Module, type Type } from '@nestjs/common';
import { type ContextArgs } from '../../rest/args/common.args.js';
import { type RequestContext } from '../../rest/route/context.js';
import { named } from '../../rest/route/named-class.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type ReadByNameArgs, type RegistryDeclaration, type RegistryPolicy } from './registry.js';
import { registryController } from './registry.controller.js';

/** The Nest module of a registry: controller and policy. */
export function registryModule<T extends { readonly name: string }, L extends ContextArgs>(
  declaration: RegistryDeclaration<T, L>,
): Type<object> {
  const { base, nameArg, canList, canRead } = declaration;

  @Injectable()
  class DeclaredPolicy implements RegistryPolicy<L> {
    constructor(@Inject(PROFILE) private readonly profile: Profile) {}

    list({ principal, site }: RequestContext, args: L): Allowed {
      return canList({ principal, profile: this.profile, model: site.model }, args);
    }

    read({ principal, site }: RequestContext, { [nameArg]: name, context }: ReadByNameArgs): Allowed {
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
