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
import { NestpressPolicy, unknownPost } from './nestpress.policy.js';
import { EntriesStore } from '../../modules/entries/entries.store.js';
import { PreviewsService } from '../../modules/previews/previews.service.js';
import { type PreviewLink, PreviewsStore } from '../../modules/previews/previews.store.js';
import { utcIsoText } from '../../text/dates.js';

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
  constructor(
    private readonly previews: PreviewsStore,
    private readonly links: PreviewsService,
    private readonly entries: EntriesStore,
  ) {}

  @Route({ methods: READABLE, args: ListPreviewsDto, can: can(NestpressPolicy, 'editPost') })
  async list(@Ctx() { site }: RequestContext, @Args() { post }: ListPreviewsDto): Promise<Item[]> {
    const entry = await this.entries.byId(post, { content: false });
    return entry ? (await this.links.list(site, entry)).map((preview) => present(preview)) : [];
  }

  @Route({ methods: CREATABLE, args: CreatePreviewDto, can: can(NestpressPolicy, 'createPreview') })
  async create(@Ctx() { site, principal }: RequestContext, @Args() args: CreatePreviewDto): Promise<Reply> {
    const entry = await this.entries.byId(args.post, { content: false });
    if (!entry) throw unknownPost();
    const preview = await this.previews.create(entry, principal, args.expires_in);
    return new Reply(present(preview, `${site.home}/?p=${args.post}&preview_token=${preview.token}`), 201);
  }

  @Route({
    methods: DELETABLE,
    path: '/(?P<id>[\\d]+)',
    args: PreviewDto,
    can: can(NestpressPolicy, 'deletePreview'),
  })
  async delete(@Ctx() { principal }: RequestContext, @Args() { id }: PreviewDto): Promise<object> {
    const preview = await this.previews.byId(id);
    const entry = preview && (await this.entries.byId(preview.post, { content: false }));
    if (preview && entry) await this.previews.delete(preview, entry, principal);
    return { deleted: true };
  }
}

function present({ id, post, author, created, expires }: PreviewLink, url?: string): Item {
  return new Item({
    id,
    post,
    author,
    created: utcIsoText(new Date(Number(created) * 1000)),
    expires: utcIsoText(new Date(Number(expires) * 1000)),
    ...(url !== undefined && { url }),
  });
}
