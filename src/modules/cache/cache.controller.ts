import { type ValueSchema } from '../../rest/args/schema.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { RequestContext } from '../../rest/http/request-context.js';
import {
  Args,
  can,
  CREATABLE,
  Ctx,
  PUBLIC,
  READABLE,
  RestController,
  Route,
} from '../../rest/route/route.decorators.js';
import {
  CdnStatusDto,
  CheckImageDto,
  ErrorDomainDto,
  NotifyDto,
  ProofDto,
  SaveKeyDto,
  ToggleCrawlerDto,
} from './cache.dto.js';
import { CachePolicy } from './cache.policy.js';
import { CallbacksService, ok, type Outcome } from './callbacks.service.js';
import { CrawlerService } from './crawler.service.js';
import { PublicAddressService } from './public-address.service.js';

/** The version of the emulated plugin; clients ask for it. */
const INTERFACE_VERSION = '6.4.1';

/** `_msg` names the problem; other members depend on the call-back. */
const OUTCOME: ValueSchema = {
  type: 'object',
  properties: { _res: { type: 'string', enum: ['ok', 'err'] }, _msg: { type: 'string' } },
  required: ['_res'],
  additionalProperties: true,
};

/** Routes to control the response cache, and call-backs of the optimization worker. */
@RestController({ namespace: 'cache/v1', base: '' })
export class CacheController {
  constructor(
    private readonly crawler: CrawlerService,
    private readonly callbacks: CallbacksService,
    private readonly address: PublicAddressService,
  ) {}

  @Route({
    methods: CREATABLE,
    path: '/toggle_crawler_state',
    args: ToggleCrawlerDto,
    can: can(CachePolicy, 'manage'),
    responds: { type: ['integer', 'null'] },
  })
  async toggleCrawler(@Args() { crawler_id: id }: ToggleCrawlerDto): Promise<0 | 1 | null> {
    if (typeof id !== 'string' || id === '') return null;
    return (await this.crawler.toggle(id)) ? 1 : 0;
  }

  @Route({ methods: READABLE, path: '/tool/check_ip', can: can(CachePolicy, 'manage'), responds: { type: 'string' } })
  async checkAddress(): Promise<string> {
    const address = await this.address.find();
    if (address === undefined)
      throw new RestError('remote_get_fail', 'The public address of this site is not known.', 404);
    return address;
  }

  @Route({ methods: CREATABLE, path: '/ip_validate', args: ProofDto, can: can(CachePolicy, 'call'), responds: OUTCOME })
  validateAddress(@Ctx() ctx: RequestContext, @Args() args: ProofDto): Promise<Outcome> {
    return this.callbacks.validateAddress(ctx, args);
  }

  @Route({ methods: CREATABLE, path: '/token', args: ProofDto, can: can(CachePolicy, 'call'), responds: OUTCOME })
  token(@Ctx() ctx: RequestContext, @Args() args: ProofDto): Promise<Outcome> {
    return this.callbacks.token(ctx, args);
  }

  @Route({ methods: READABLE, path: '/token', can: can(CachePolicy, 'call'), responds: OUTCOME })
  isReachable(): Outcome {
    return ok();
  }

  @Route({ methods: READABLE, path: '/ping', can: PUBLIC, responds: OUTCOME })
  ping(): Outcome {
    return ok({ ver: INTERFACE_VERSION });
  }

  @Route({ methods: CREATABLE, path: '/apikey', args: SaveKeyDto, can: can(CachePolicy, 'call'), responds: OUTCOME })
  keepKey(@Ctx() ctx: RequestContext, @Args() args: SaveKeyDto): Promise<Outcome> {
    return this.callbacks.saveKey(ctx, args);
  }

  @Route({
    methods: CREATABLE,
    path: '/cdn_status',
    args: CdnStatusDto,
    can: can(CachePolicy, 'call'),
    responds: OUTCOME,
  })
  cdnStatus(@Ctx() ctx: RequestContext, @Args() args: CdnStatusDto): Promise<Outcome> {
    return this.callbacks.cdnStatus(ctx, args);
  }

  @Route({ methods: CREATABLE, path: '/notify_img', args: NotifyDto, can: can(CachePolicy, 'call'), responds: OUTCOME })
  images(@Ctx() ctx: RequestContext, @Args() args: NotifyDto): Promise<Outcome> {
    return this.callbacks.images(ctx, args);
  }

  @Route({
    methods: CREATABLE,
    path: '/notify_ucss',
    args: NotifyDto,
    can: can(CachePolicy, 'call'),
    responds: OUTCOME,
  })
  styles(@Ctx() ctx: RequestContext, @Args() args: NotifyDto): Promise<Outcome> {
    return this.callbacks.styles(ctx, args);
  }

  @Route({ methods: CREATABLE, path: '/notify_vpi', args: NotifyDto, can: can(CachePolicy, 'call'), responds: OUTCOME })
  firstImages(@Ctx() ctx: RequestContext, @Args() args: NotifyDto): Promise<Outcome> {
    return this.callbacks.firstImages(ctx, args);
  }

  @Route({
    methods: CREATABLE,
    path: '/err_domains',
    args: ErrorDomainDto,
    can: can(CachePolicy, 'call'),
    responds: OUTCOME,
  })
  errorDomain(@Ctx() ctx: RequestContext, @Args() args: ErrorDomainDto): Promise<Outcome> {
    return this.callbacks.errorDomain(ctx, args);
  }

  @Route({
    methods: CREATABLE,
    path: '/check_img',
    args: CheckImageDto,
    can: can(CachePolicy, 'call'),
    responds: OUTCOME,
  })
  checkImage(@Ctx() ctx: RequestContext, @Args() args: CheckImageDto): Promise<Outcome> {
    return this.callbacks.checkImage(ctx, args);
  }
}
