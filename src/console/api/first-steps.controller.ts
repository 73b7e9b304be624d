import { SecondFactorService } from '../../access/authentication/second-factor.service.js';
import { UsersStore } from '../../modules/users/users.store.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Item } from '../../rest/response/reply.js';
import { can, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { dateFromGmt } from '../../text/dates.js';
import { CountsStore } from './counts.store.js';
import { NestpressPolicy } from './nestpress.policy.js';

const step = (description: string) => ({ description, type: 'boolean' as const, readonly: true });

const FIRST_STEPS = new ResourceFields('first-steps', {
  describe: step('Whether the site has a description.'),
  write: step('Whether a post was published since the requester was registered.'),
  picture: step('Whether there are media.'),
  page: step('Whether a page was published since then.'),
  invite: step('Whether there are other users, or the requester may not create any.'),
  secure: step('Whether the requester has a second factor.'),
});

/** What the owner of a new site has done already. Its examples are older than the owner's account. */
@RestController({ namespace: 'nestpress/v1', base: '/first-steps', fields: FIRST_STEPS })
export class FirstStepsController {
  constructor(
    private readonly users: UsersStore,
    private readonly counts: CountsStore,
    private readonly secondFactors: SecondFactorService,
  ) {}

  @Route({ methods: READABLE, can: can(NestpressPolicy, 'manage') })
  async read(@Ctx() { principal, site }: RequestContext): Promise<Item> {
    const [factor, user] = await Promise.all([this.secondFactors.state(principal.id), this.users.byId(principal.id)]);
    const since = dateFromGmt(user?.registered ?? '', site.zone);
    const has = await this.counts.sinceRegistration(principal, site, since);
    return new Item({
      describe: site.option('blogdescription') !== '',
      write: has.post,
      picture: has.attachment,
      page: has.page,
      invite: has.otherUser || !principal.can('create_users'),
      secure: factor.isEnabled,
    });
  }
}
