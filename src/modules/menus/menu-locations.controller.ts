import { Inject } from '@nestjs/common';
import { Arg } from '../../rest/args/arg.decorator.js';
import { ContextDto } from '../../rest/args/common.dto.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { ResourceFields, embedFirst, readOnly } from '../../rest/fields/resource-fields.js';
import { EmbedRegistry } from '../../rest/response/embed.js';
import { Links } from '../../rest/response/links.js';
import { Item, ItemMap } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Args, can, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type MenuLocation, MenuLocationsService } from './menu-locations.service.js';
import { MenuLocationsPolicy } from './menu-locations.policy.js';

const PATH = '/wp/v2/menu-locations';

const MENU_LOCATION = new ResourceFields<MenuLocation, undefined>('menu-location', {
  name: readOnly('string', 'Name of the location.', embedFirst, ({ name }) => name),
  description: readOnly('string', 'Description of the menu location.', embedFirst, ({ description }) => description),
  menu: readOnly('integer', 'ID of the assigned menu.', embedFirst, ({ menu }) => menu),
});

class ReadLocationDto extends ContextDto {
  @Arg({ type: 'string', description: 'Name of the location.' })
  location!: string;
}

const unknownLocation = () => new RestError('rest_menu_location_invalid', 'There is no such menu location.', 404);

@RestController({ namespace: 'wp/v2', base: '/menu-locations', fields: MENU_LOCATION })
export class MenuLocationsController {
  constructor(
    private readonly locations: MenuLocationsService,
    policy: MenuLocationsPolicy,
    embeds: EmbedRegistry,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {
    embeds.register('menu-locations', {
      byId: async (ctx, names) => {
        const allowed = await policy.read(ctx);
        if (allowed instanceof RestError) return new Map(names.map((name) => [name, allowed.body]));
        const locations = await this.locations.list();
        const itemOf = (location?: MenuLocation) =>
          location ? this.item(ctx.whole(), location) : unknownLocation().body;
        return new Map(names.map((name) => [name, itemOf(locations.get(String(name)))]));
      },
    });
  }

  @Route({ methods: READABLE, args: ContextDto, can: can(MenuLocationsPolicy, 'read'), returns: 'map' })
  async list(@Ctx() ctx: RequestContext): Promise<ItemMap | []> {
    const locations = [...(await this.locations.list())];
    if (locations.length === 0) return [];
    return new ItemMap(new Map(locations.map(([name, location]) => [name, this.item(ctx, location)])));
  }

  @Route({
    methods: READABLE,
    path: '/(?P<location>[\\w-]+)',
    args: ReadLocationDto,
    can: can(MenuLocationsPolicy, 'read'),
  })
  async read(@Ctx() ctx: RequestContext, @Args() { location }: ReadLocationDto): Promise<Item> {
    const found = (await this.locations.list()).get(location);
    if (!found) throw unknownLocation();
    return this.item(ctx, found);
  }

  private item({ site, wants }: RequestContext, location: MenuLocation): Item {
    const { name, menu } = location;
    const members = MENU_LOCATION.projection(this.profile, 'view', wants)(location, undefined);
    const links = new Links().add('self', site.rest(`${PATH}/${name}`)).add('collection', site.rest(PATH));
    if (menu > 0)
      links.add('https://api.w.org/menu', site.rest(`/wp/v2/menus/${menu}`), { embed: { source: 'menus', id: menu } });
    return new Item(members, links);
  }
}
