import { Arg } from '../../../rest/args/arg.decorator.js';
import { ResourceFields } from '../../../rest/fields/resource-fields.js';
import { RequestContext } from '../../../rest/http/request-context.js';
import { Item, Reply } from '../../../rest/response/reply.js';
import { Args, can, CREATABLE, Ctx, RestController, Route } from '../../../rest/route/route.decorators.js';
import { noSuchUser, UsersAdminPolicy } from '../users.admin.policy.js';
import { UserDto } from '../user.admin.dto.js';
import { AccessLinksService } from './access-links.service.js';
import { LINK_SECONDS, type LinkKind } from './account-links.service.js';

const LINK = new ResourceFields('access-link', {
  sent: { description: 'Whether the link is sent by mail.', type: 'boolean', readonly: true },
  url: {
    description: 'The link, if it is not sent by mail. Present only in this response.',
    type: 'string',
    format: 'uri',
    readonly: true,
    nullable: true,
  },
  expires_in: { description: 'Lifetime of the link, in seconds.', type: 'integer', readonly: true },
});

class AccessLinkDto extends UserDto {
  @Arg({
    type: 'string',
    enum: ['invitation', 'reset'],
    default: 'reset',
    description: 'Whether the user is new or needs a new password.',
  })
  kind!: LinkKind;

  @Arg({ type: 'boolean', default: true, description: 'Whether to send the link by mail, if the site sends mail.' })
  send!: boolean;
}

/** Links with which a user chooses a password: sent by mail, or for the requester to pass on. */
@RestController({ namespace: 'nestpress/v1', base: '/users/(?P<user>[\\d]+)/access-links', fields: LINK })
export class AccessLinksController {
  constructor(private readonly links: AccessLinksService) {}

  @Route({ methods: CREATABLE, args: AccessLinkDto, can: can(UsersAdminPolicy, 'manageSignIn') })
  async create(@Ctx() ctx: RequestContext, @Args() { user: id, kind, send }: AccessLinkDto): Promise<Reply> {
    const link = await this.links.create(ctx, id, kind, send);
    if (!link) throw noSuchUser();
    return new Reply(new Item({ sent: link.isSent, url: link.url, expires_in: LINK_SECONDS[kind] }), 201);
  }
}
