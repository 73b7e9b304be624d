import { Inject } from '@nestjs/common';
import { type Entry } from '../entries/model/entry.js';
import { type Context } from '../../rest/args/common.dto.js';
import { pagedReply } from '../../rest/response/paging.js';
import { Item, type Reply } from '../../rest/response/reply.js';
import { Links } from '../../rest/response/links.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Args, can, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { mysqlToRfc3339 } from '../../text/dates.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { ReadRevisionDto } from '../revisions/revisions.dto.js';
import { RevisionsService } from '../revisions/revisions.service.js';
import { ListStylesRevisionsDto } from './global-styles.dto.js';
import { GLOBAL_STYLES_REVISION } from './global-styles.fields.js';
import { GlobalStylesPolicy } from './global-styles.policy.js';

const BASE = '/global-styles/(?P<parent>[\\d]+)/revisions';

/** Former versions of the styles that the site's owner gave the theme. */
@RestController({ namespace: 'wp/v2', base: BASE, fields: GLOBAL_STYLES_REVISION })
export class GlobalStylesRevisionsController {
  constructor(
    private readonly revisions: RevisionsService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  @Route({ methods: READABLE, args: ListStylesRevisionsDto, can: can(GlobalStylesPolicy, 'readRevisions') })
  async list(@Ctx() ctx: RequestContext, @Args() args: ListStylesRevisionsDto): Promise<Reply> {
    const { revisions, ...paging } = await this.revisions.pageOf(args.parent, args, true);
    const items = revisions.map((revision) => this.item(ctx, revision, args.context));
    return pagedReply(ctx, `/wp/v2/global-styles/${args.parent}/revisions`, items, { ...paging, args });
  }

  @Route({
    methods: READABLE,
    path: '/(?P<id>[\\d]+)',
    args: ReadRevisionDto,
    can: can(GlobalStylesPolicy, 'readRevisions'),
  })
  async read(@Ctx() ctx: RequestContext, @Args() args: ReadRevisionDto): Promise<Item> {
    return this.item(ctx, await this.revisions.found(ctx, args), args.context);
  }

  private item({ wants, site }: RequestContext, revision: Entry, context: Context): Item {
    const project = GLOBAL_STYLES_REVISION.projection(this.profile, context, wants);
    return new Item(project(revision, { isoDate: (stored) => mysqlToRfc3339(stored, site.zone) }), new Links());
  }
}
