import { RestError } from '../../rest/errors/rest-error.js';
import { RequestContext } from '../../rest/route/context.js';
import { can, CREATABLE, Ctx, PUBLIC, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { CachePolicy } from './cache.policy.js';
import { CallbacksService, ok, type Outcome } from './callbacks.service.js';
import { CrawlerService } from './crawler.service.js';
import { PublicAddressService } from './public-address.service.js';

/** The release whose interface this is; clients ask for it. */
const INTERFACE_VERSION = '6.4.1';

/** Controls of the response cache, and the call-backs of a worker that optimises for it. */
@RestController({ namespace: 'cache/v1', base: '' })
export class CacheController {
  constructor(
    private readonly crawler: CrawlerService,
    private readonly callbacks: CallbacksService,
    private readonly address: PublicAddressService,
  ) {}

  @Route({ methods: CREATABLE, path: '/toggle_crawler_state', can: can(CachePolicy, 'manage') })
  async toggleCrawler(@Ctx() ctx: RequestContext): Promise<0 | 1 | null> {
    const id = ctx.request.form?.crawler_id;
    if (typeof id !== 'string' || id === '') return null;
    return (await this.crawler.toggle(id)) ? 1 : 0;
  }

  @Route({ methods: READABLE, path: '/tool/check_ip', can: can(CachePolicy, 'manage') })
  async checkAddress(): Promise<string> {
    const address = await this.address.find();
    if (address === undefined)
      throw new RestError('remote_get_fail', 'The public address of this site is not known.', 404);
    return address;
  }

  @Route({ methods: CREATABLE, path: '/ip_validate', can: can(CachePolicy, 'call') })
  validateAddress(@Ctx() ctx: RequestContext): Promise<Outcome> {
    return this.callbacks.validateAddress(ctx);
  }

  @Route({ methods: CREATABLE, path: '/token', can: can(CachePolicy, 'call') })
  token(@Ctx() ctx: RequestContext): Promise<Outcome> {
    return this.callbacks.token(ctx);
  }

  @Route({ methods: READABLE, path: '/token', can: can(CachePolicy, 'call') })
  isReachable(): Outcome {
    return ok();
  }

  @Route({ methods: READABLE, path: '/ping', can: PUBLIC })
  ping(): Outcome {
    return ok({ ver: INTERFACE_VERSION });
  }

  @Route({ methods: CREATABLE, path: '/apikey', can: can(CachePolicy, 'call') })
  keepKey(@Ctx() ctx: RequestContext): Promise<Outcome> {
    return this.callbacks.saveKey(ctx);
  }

  @Route({ methods: CREATABLE, path: '/cdn_status', can: can(CachePolicy, 'call') })
  cdnStatus(@Ctx() ctx: RequestContext): Promise<Outcome> {
    return this.callbacks.cdnStatus(ctx);
  }

  @Route({ methods: CREATABLE, path: '/notify_img', can: can(CachePolicy, 'call') })
  images(@Ctx() ctx: RequestContext): Promise<Outcome> {
    return this.callbacks.images(ctx);
  }

  @Route({ methods: CREATABLE, path: '/notify_ucss', can: can(CachePolicy, 'call') })
  styles(@Ctx() ctx: RequestContext): Promise<Outcome> {
    return this.callbacks.styles(ctx);
  }

  @Route({ methods: CREATABLE, path: '/notify_vpi', can: can(CachePolicy, 'call') })
  firstImages(@Ctx() ctx: RequestContext): Promise<Outcome> {
    return this.callbacks.firstImages(ctx);
  }

  @Route({ methods: CREATABLE, path: '/err_domains', can: can(CachePolicy, 'call') })
  errorDomain(@Ctx() ctx: RequestContext): Promise<Outcome> {
    return this.callbacks.errorDomain(ctx);
  }

  @Route({ methods: CREATABLE, path: '/check_img', can: can(CachePolicy, 'call') })
  checkImage(@Ctx() ctx: RequestContext): Promise<Outcome> {
    return this.callbacks.checkImage(ctx);
  }
}
