import { writeDto } from '../../rest/fields/resource-fields.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Item } from '../../rest/response/reply.js';
import { Args, can, Ctx, EDITABLE, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { SettingsPolicy } from './settings.policy.js';
import { SITE_OPTIONS, type SiteOptions } from './site-options.fields.js';
import { SiteOptionsService } from './site-options.service.js';

class UpdateSiteOptionsDto extends writeDto<SiteOptions>(SITE_OPTIONS, 'update') {}

const MANAGE = can(SettingsPolicy, 'manage');

@RestController({ namespace: 'nestpress/v1', base: '/site-options', fields: SITE_OPTIONS })
export class SiteOptionsController {
  constructor(private readonly site: SiteOptionsService) {}

  @Route({ methods: READABLE, can: MANAGE })
  async read(): Promise<Item> {
    return new Item({ ...(await this.site.read()) });
  }

  @Route({ methods: EDITABLE, args: UpdateSiteOptionsDto, can: MANAGE })
  async update(@Ctx() { principal }: RequestContext, @Args() args: UpdateSiteOptionsDto): Promise<Item> {
    return new Item({ ...(await this.site.update(args, principal)) });
  }
}
