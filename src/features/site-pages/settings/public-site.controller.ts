import { SettingsPolicy } from '../../../modules/settings/index.js';
import { writeDto } from '../../../rest/fields/index.js';
import { RequestContext } from '../../../rest/http/index.js';
import { Item } from '../../../rest/response/index.js';
import { Args, can, Ctx, EDITABLE, READABLE, RestController, Route } from '../../../rest/route/index.js';
import { PUBLIC_SITE, type PublicSite } from './public-site.fields.js';
import { PublicSiteService } from './public-site.service.js';

class UpdatePublicSiteDto extends writeDto<PublicSite>(PUBLIC_SITE, 'update') {}

const MANAGE = can(SettingsPolicy, 'manage');

@RestController({ namespace: 'nestpress/v1', base: '/public-site', fields: PUBLIC_SITE })
export class PublicSiteController {
  constructor(private readonly publicSite: PublicSiteService) {}

  @Route({ methods: READABLE, can: MANAGE })
  async read(): Promise<Item> {
    return new Item({ ...(await this.publicSite.read()) });
  }

  @Route({ methods: EDITABLE, args: UpdatePublicSiteDto, can: MANAGE })
  async update(@Ctx() { principal }: RequestContext, @Args() args: UpdatePublicSiteDto): Promise<Item> {
    return new Item({ ...(await this.publicSite.update(args, principal)) });
  }
}
