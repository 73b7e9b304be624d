import { Inject, Injectable } from '@nestjs/common';
import { MENU_ITEM_TYPE, MENU_TAXONOMY, type MenuItem } from './menu-item.js';
import { type StoredMeta } from '../meta/meta.store.js';
import { renderTitle, ShortcodeRegistry } from '../../rendering/index.js';
import { type MetaField } from '../../content-model/meta-fields.js';
import { stripTags, trimWords } from '../../text/strip-tags.js';
import { texturize } from '../../text/texturize.js';
import { type Context } from '../../rest/args/common.dto.js';
import { Links } from '../../rest/response/links.js';
import { Item } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { MENU_ITEM, type MenuItemView } from './menu-items.fields.js';

const API = 'https://api.w.org/';
const SUMMARY_WORDS = 200;

/** Declared meta of a page of items. */
export interface LoadedMeta {
  metaFields: readonly MetaField[];
  meta: ReadonlyMap<number, StoredMeta>;
}

@Injectable()
export class MenuItemsPresenter {
  constructor(
    private readonly shortcodes: ShortcodeRegistry,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  items(ctx: RequestContext, items: readonly MenuItem[], loaded: LoadedMeta, context: Context): Item[] {
    const project = MENU_ITEM.projection(this.profile, context, ctx.wants);
    const plain = (text: string) => stripTags(texturize(text, this.shortcodes));
    const view: MenuItemView = {
      ...loaded,
      plain,
      title: ({ title }) => renderTitle(title, this.shortcodes),
      summary: (text) => plain(trimWords(text, SUMMARY_WORDS)),
    };
    const actions = context === 'edit' ? allowedActions(ctx) : [];
    return items.map((item) => new Item(project(item, view), linksOf(ctx, item, actions)));
  }
}

function linksOf({ site }: RequestContext, item: MenuItem, actions: readonly string[]): Links {
  const { id } = item.entry;
  const { route } = site.model.types.get(MENU_ITEM_TYPE)!;
  const menus = site.model.taxonomies.get(MENU_TAXONOMY)!;
  const self = site.rest(`${route}/${id}`);
  const links = new Links()
    .add('self', self)
    .add('collection', site.rest(route))
    .add('about', site.rest(`/wp/v2/types/${MENU_ITEM_TYPE}`))
    .add(`${API}term`, site.rest(menus.route, `post=${id}`), {
      attributes: { taxonomy: MENU_TAXONOMY },
      embed: { source: menus.restBase!, of: id },
    });
  if (item.objectRoute)
    links.add(`${API}menu-item-object`, site.rest(item.objectRoute), {
      attributes: { [item.kind]: item.objectType ?? item.object },
      embed: { source: item.objectRoute.split('/').at(-2)!, id: item.objectId },
    });
  for (const action of actions) links.add(`${API}action-${action}`, self);
  return links;
}

/** What the requester may do with menu items. */
function allowedActions({ principal, site }: RequestContext): string[] {
  const { publish_posts } = site.model.types.get(MENU_ITEM_TYPE)!.capabilities;
  const { edit_terms, assign_terms } = site.model.taxonomies.get(MENU_TAXONOMY)!.capabilities;
  const needed = {
    publish: publish_posts,
    'unfiltered-html': 'unfiltered_html',
    'create-menus': edit_terms,
    'assign-menus': assign_terms,
  };
  return Object.entries(needed).flatMap(([action, capability]) => (principal.can(capability) ? [action] : []));
}
