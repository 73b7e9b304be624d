import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Item } from '../../rest/response/reply.js';
import { can, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { SitePolicy } from '../../rest/route/site.policy.js';
import { FirstStepsService } from './first-steps.service.js';

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
  constructor(private readonly steps: FirstStepsService) {}

  @Route({ methods: READABLE, can: can(SitePolicy, 'manage') })
  async read(@Ctx() { principal, site }: RequestContext): Promise<Item> {
    return new Item({ ...(await this.steps.read(principal, site)) });
  }
}
