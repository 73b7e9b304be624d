import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { Arg } from '../args/arg.decorator.js';
import { toText } from '../../text/php/php-values.js';
import { invalidNamespace } from '../errors/catalogue.js';
import { Item, WireReply } from '../response/reply.js';
import { RequestContext } from '../http/request-context.js';
import { Args, Ctx, PUBLIC, READABLE, RestController, Route } from '../route/route.decorators.js';
import { INDEX, NAMESPACE_INDEX } from './index.fields.js';
import { RouteIndexService } from './route-index.service.js';

class IndexDto {
  @Arg({ default: 'view', unchecked: true })
  context!: unknown;
}

@RestController({ namespace: '', base: '' })
export class IndexController {
  constructor(private readonly index: RouteIndexService) {}

  @Route({ methods: READABLE, args: IndexDto, can: PUBLIC, cache: [], responds: INDEX })
  async read(@Ctx() ctx: RequestContext, @Args() args: IndexDto): Promise<Item | WireReply> {
    const { envelope, fields, jsonp } = ctx.options;
    if (args.context === 'help' || envelope || fields || jsonp !== undefined)
      return this.index.index(ctx.site, ctx.principal, args.context);
    const { body, etag } = await this.index.frozenIndex(ctx.site, ctx.principal);
    return ctx.request.header('if-none-match') === etag
      ? new WireReply(304, { ETag: etag }, null)
      : new WireReply(200, { ETag: etag }, body);
  }
}

/** The index of one namespace. Every module that adds a namespace imports `NamespaceModule.register('its/v1')`. */
@Module({})
export class NamespaceModule {
  static register(namespace: string): DynamicModule {
    return { module: NamespaceModule, controllers: [namespaceController(namespace)] };
  }
}

function namespaceController(namespace: string): Type<object> {
  class NamespaceDto {
    @Arg({ default: namespace, unchecked: true })
    namespace!: unknown;

    @Arg({ default: 'view', unchecked: true })
    context!: unknown;
  }

  @RestController({ namespace, base: '' })
  class NamespaceController {
    constructor(private readonly index: RouteIndexService) {}

    @Route({ methods: READABLE, args: NamespaceDto, can: PUBLIC, cache: [], responds: NAMESPACE_INDEX })
    read(@Ctx() ctx: RequestContext, @Args() args: NamespaceDto): Item {
      const found = this.index.namespaceIndex(ctx.site, toText(args.namespace), args.context);
      if (!found) throw invalidNamespace();
      return found;
    }
  }
  return NamespaceController;
}
