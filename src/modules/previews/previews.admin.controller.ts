import { Arg } from '../../rest/args/arg.decorator.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { Item, Reply } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import {
  Args,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  READABLE,
  RestController,
  Route,
} from '../../rest/route/route.decorators.js';
import { PreviewsAdminPolicy } from './previews.admin.policy.js';
import { PreviewsAdminService } from './previews.admin.service.js';

const HOUR_SECONDS = 3600;
const DEFAULT_LIFETIME = 7 * 24 * HOUR_SECONDS;
const MAX_LIFETIME = 90 * 24 * HOUR_SECONDS;

const PREVIEW = new ResourceFields('preview', {
  id: { description: 'ID of the link.', type: 'integer', readonly: true },
  post: { description: 'The entry the link opens.', type: 'integer', required: true },
  author: { description: 'User who created it.', type: 'integer', readonly: true },
  created: { description: 'Time of creation, in UTC.', type: 'string', format: 'date-time', readonly: true },
  expires: { description: 'Expiry time, in UTC.', type: 'string', format: 'date-time', readonly: true },
  url: {
    description: 'The link. Present only in the response that creates it.',
    type: 'string',
    format: 'uri',
    readonly: true,
    optional: true,
  },
});

class ListPreviewsDto {
  @Arg({ type: 'integer', required: true, minimum: 1, description: 'Post ID.' })
  post!: number;
}

class CreatePreviewDto extends ListPreviewsDto {
  @Arg({
    type: 'integer',
    default: DEFAULT_LIFETIME,
    minimum: 60,
    maximum: MAX_LIFETIME,
    description: 'Lifetime of the link, in seconds.',
  })
  expires_in!: number;
}

class PreviewDto {
  @Arg({ type: 'integer', required: true, description: 'ID of the link.' })
  id!: number;
}

/** Links that show an unpublished post without an account, until they expire or are revoked. */
@RestController({ namespace: 'nestpress/v1', base: '/previews', fields: PREVIEW })
export class PreviewsController {
  constructor(private readonly previews: PreviewsAdminService) {}

  @Route({ methods: READABLE, args: ListPreviewsDto, can: can(PreviewsAdminPolicy, 'list') })
  list(@Ctx() { site }: RequestContext, @Args() { post }: ListPreviewsDto): Promise<Item[]> {
    return this.previews.list(site, post);
  }

  @Route({ methods: CREATABLE, args: CreatePreviewDto, can: can(PreviewsAdminPolicy, 'create') })
  async create(@Ctx() ctx: RequestContext, @Args() args: CreatePreviewDto): Promise<Reply> {
    return new Reply(await this.previews.create(ctx, args.post, args.expires_in), 201);
  }

  @Route({
    methods: DELETABLE,
    path: '/(?P<id>[\\d]+)',
    args: PreviewDto,
    can: can(PreviewsAdminPolicy, 'delete'),
  })
  async delete(@Ctx() { principal }: RequestContext, @Args() { id }: PreviewDto): Promise<object> {
    await this.previews.delete(id, principal);
    return { deleted: true };
  }
}
