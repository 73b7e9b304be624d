import { Inject, Injectable } from '@nestjs/common';
import { MenuSettingsStore } from './menu-settings.store.js';
import { MENU_ITEM_TYPE } from './menu-item.js';
import { MetaStore } from '../meta/meta.store.js';
import { TermsStore } from '../terms/terms.store.js';
import { type Context } from '../../rest/args/common.dto.js';
import { Links } from '../../rest/response/links.js';
import { Item } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { visibleMeta } from '../meta/meta.field.js';
import { type ShownTerm, type TermResource } from '../terms/terms.fields.js';
import { TermsPresenter } from '../terms/terms.presenter.js';
import { TermsService } from '../terms/terms.service.js';
import { Database } from '../../database/database.js';
import { locationsOf, MENU, type MenuView } from './menus.fields.js';

/** Shows menus: terms with the settings of the theme that concern them. */
@Injectable()
export class MenusService extends TermsService {
  constructor(
    terms: TermsStore,
    presenter: TermsPresenter,
    meta: MetaStore,
    database: Database,
    @Inject(PROFILE) profile: Profile,
    private readonly settings: MenuSettingsStore,
  ) {
    super(terms, presenter, meta, database, profile);
  }

  override async items(
    ctx: RequestContext,
    resource: TermResource,
    menus: readonly ShownTerm[],
    context: Context,
    only?: RequestContext['wants'],
  ): Promise<Item[]> {
    const metaFields = visibleMeta(ctx.site.model, 'term', resource.taxonomy.name, ctx.principal);
    const [settings, meta] = await Promise.all([
      this.settings.load(),
      this.meta.load(
        'term',
        menus.map(({ id }) => id),
        metaFields,
      ),
    ]);
    const view: MenuView = { settings, metaFields, meta };
    const project = MENU.projection(this.profile, context, only);
    return menus.map((menu) => new Item(project(menu, view), linksOf(ctx, resource, menu, view)));
  }
}

function linksOf({ site }: RequestContext, { route, base, taxonomy }: TermResource, { id }: ShownTerm, view: MenuView) {
  const items = site.model.types.get(MENU_ITEM_TYPE)!.route;
  const links = new Links()
    .add('self', site.rest(`${route}/${id}`))
    .add('collection', site.rest(route))
    .add('about', site.rest(`/wp/v2/taxonomies/${taxonomy.name}`))
    .add('https://api.w.org/post_type', site.rest(items, `${base}=${id}`));
  for (const location of locationsOf(view.settings, id))
    links.add('https://api.w.org/menu-location', site.rest(`/wp/v2/menu-locations/${location}`), {
      embed: { source: 'menu-locations', id: location },
    });
  return links;
}
