import { Item } from '../../../rest/response/reply.js';
import { RequestContext } from '../../../rest/http/request-context.js';
import { Args, can, Ctx, READABLE, RestController, Route } from '../../../rest/route/route.decorators.js';
import { PROVIDED } from '../oembed.fields.js';
import { invalidUrl } from '../oembed.service.js';
import { xmlIfRequested } from '../oembed-xml.js';
import { ProxyDto } from '../oembed.dto.js';
import { ProxyPolicy } from './proxy.policy.js';
import { ProxyService } from './proxy.service.js';

@RestController({ namespace: 'oembed/1.0', base: '/proxy' })
export class ProxyController {
  constructor(private readonly proxy: ProxyService) {}

  @Route({
    methods: READABLE,
    args: ProxyDto,
    can: can(ProxyPolicy, 'embed'),
    represent: xmlIfRequested,
    responds: PROVIDED,
  })
  async embed(@Ctx() ctx: RequestContext, @Args() args: ProxyDto): Promise<Item> {
    const found = await this.proxy.find(ctx.site, args);
    if (!found) throw invalidUrl();
    return new Item({ ...found });
  }
}
