import { Module } from '@nestjs/common';
import { MenuCleanupModule } from './menu-cleanup.module.js';
import { NAVIGATION_TYPE, NavigationFallbackService } from './navigation-fallback.service.js';
import { NamespaceModule } from '../../rest/discovery/index.controller.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { Links } from '../../rest/response/links.js';
import { Item } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { can, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { NavigationFallbackPolicy } from './navigation-fallback.policy.js';

const NAMESPACE = 'wp-block-editor/v1';

const NAVIGATION_FALLBACK = new ResourceFields<number, undefined>('navigation-fallback', {
  id: {
    description: 'ID of the default menu of navigation blocks.',
    type: 'integer',
    context: ['view', 'edit', 'embed'],
    readonly: true,
    value: (id) => id,
  },
});

@RestController({ namespace: NAMESPACE, base: '/navigation-fallback', fields: NAVIGATION_FALLBACK })
export class NavigationFallbackController {
  constructor(private readonly fallback: NavigationFallbackService) {}

  @Route({ methods: READABLE, can: can(NavigationFallbackPolicy, 'read') })
  async read(@Ctx() ctx: RequestContext): Promise<Item> {
    const id = await this.fallback.findOrCreate(ctx);
    const { route, restBase } = ctx.site.model.types.get(NAVIGATION_TYPE)!;
    const self = ctx.site.rest(`${route}/${id}`);
    return new Item({ id }, new Links().add('self', self, { embed: { source: restBase!, id } }));
  }
}

@Module({
  imports: [NamespaceModule.register(NAMESPACE), MenuCleanupModule],
  controllers: [NavigationFallbackController],
  providers: [NavigationFallbackPolicy],
})
export class NavigationFallbackModule {}
