import { Arg } from '../../rest/args/arg.decorator.js';
import { integer } from '../../rest/fields/read-only.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Args, can, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { MediaAdminPolicy } from './media.admin.policy.js';
import { MediaUsageService } from './media-usage.service.js';

const USAGE = new ResourceFields('media-usage', {
  id: integer('Number of the entry that uses the file.'),
  type: { description: 'Post type.', type: 'string', readonly: true },
  title: { description: 'Title, as HTML.', type: 'string', readonly: true },
  link: { description: 'Permalink.', type: 'string', format: 'uri', readonly: true },
  edit: { description: 'Whether the current user may edit it.', type: 'boolean', readonly: true },
  as: {
    description: 'How the entry uses the file.',
    type: 'string',
    enum: ['featured', 'content', 'parent'],
    readonly: true,
  },
});

class MediaDto {
  @Arg({ type: 'integer', required: true, description: 'Attachment ID.' })
  id!: number;
}

/** Where a file of the media library is used, limited to entries the requester may read. */
@RestController({ namespace: 'nestpress/v1', base: '/media', fields: USAGE })
export class MediaUsageController {
  constructor(private readonly usage: MediaUsageService) {}

  @Route({
    methods: READABLE,
    path: '/(?P<id>[\\d]+)/usage',
    args: MediaDto,
    can: can(MediaAdminPolicy, 'read'),
    returns: 'list',
  })
  list(@Ctx() ctx: RequestContext, @Args() { id }: MediaDto): Promise<object[]> {
    return this.usage.list(ctx, id);
  }
}
