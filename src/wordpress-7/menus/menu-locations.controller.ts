import { Inject, Injectable } from '@nestjs/common';
import { type MenuSettings, MenuSettingsStore } from '../../modules/menus/menu-settings.store.js';
import { Arg } from '../../rest/args/arg.decorator.js';
import { ContextDto } from '../../rest/args/common.dto.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { ResourceFields, embedFirst, readOnly } from '../../rest/fields/resource-fields.js';
import { EmbedRegistry } from '../../rest/response/embed.js';
import { Links } from '../../rest/response/links.js';
import { Item, ItemMap } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Args, can, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { MenuLocationsService } from './menu-locations.service.js';
import { THEME_CAPABILITY } from './menus.policy.js';

const PATH = '/wp/v2/menu-locations';

interface MenuLocation {
  name: string;
  description: string;
  /** ID of the menu; 0 if none is assigned. */
  menu: number;
}

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

@Injectable()
export class MenuLocationsPolicy {
  read({ principal }: RequestContext): Allowed {
    return (
      principal.can(THEME_CAPABILITY) || denied(principal, 'rest_cannot_view', 'You may not see the menu locations.')
    );
  }
}

@RestController({ namespace: 'wp/v2', base: '/menu-locations', fields: MENU_LOCATION })
export class MenuLocationsController {
  constructor(
    private readonly locations: MenuLocationsService,
    private readonly settings: MenuSettingsStore,
    policy: MenuLocationsPolicy,
    embeds: EmbedRegistry,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {
    embeds.register('menu-locations', {
      byId: async (ctx, names) => {
        const allowed = await policy.read(ctx);
        if (allowed instanceof RestError) return new Map(names.map((name) => [name, allowed.body]));
        const settings = await this.settings.load();
        return new Map(
          names.map((name) => [name, this.find(ctx.whole(), settings, String(name)) ?? unknownLocation().body]),
        );
      },
    });
  }

  @Route({ methods: READABLE, args: ContextDto, can: can(MenuLocationsPolicy, 'read'), returns: 'map' })
  async list(@Ctx() ctx: RequestContext): Promise<ItemMap | []> {
    const settings = await this.settings.load();
    const names = [...this.locations.all.keys()];
    return names.length === 0 ? [] : new ItemMap(new Map(names.map((name) => [name, this.find(ctx, settings, name)!])));
  }

  @Route({
    methods: READABLE,
    path: '/(?P<location>[\\w-]+)',
    args: ReadLocationDto,
    can: can(MenuLocationsPolicy, 'read'),
  })
  async read(@Ctx() ctx: RequestContext, @Args() { location }: ReadLocationDto): Promise<Item> {
    const found = this.find(ctx, await this.settings.load(), location);
    if (!found) throw unknownLocation();
    return found;
  }

  private find({ site, wants }: RequestContext, settings: MenuSettings, name: string): Item | undefined {
    const description = this.locations.all.get(name);
    if (description === undefined) return undefined;
    const menu = settings.locations.get(name) ?? 0;
    const members = MENU_LOCATION.projection(this.profile, 'view', wants)({ name, description, menu }, undefined);
    const links = new Links().add('self', site.rest(`${PATH}/${name}`)).add('collection', site.rest(PATH));
    if (menu > 0)
      links.add('https://api.w.org/menu', site.rest(`/wp/v2/menus/${menu}`), { embed: { source: 'menus', id: menu } });
    return new Item(members, links);
  }
}
