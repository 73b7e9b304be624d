import { Injectable } from '@nestjs/common';
import { OptionsStore } from '../../database/index.js';
import { inLanguage } from '../../modules/addresses/index.js';
import { EntriesListStore, EntriesStore, type EntryMeta } from '../../modules/entries/index.js';
import { mainMenu, SiteMenuStore } from '../../modules/menus/index.js';
import { termLink, TermsStore } from '../../modules/terms/index.js';
import { messagesOf, type Site, SiteIconStore } from '../../site/index.js';
import { languageTag } from '../../text/index.js';
import { PhpArray, toInteger } from '../../text/php/index.js';
import { NAVIGATION_TYPE, type NavigationItem, navigationItems } from './navigation-items.js';
import { PageCardsService } from './page-cards.service.js';
import { PageContentService } from './page-content.service.js';
import { PageFontsService } from './page-fonts.service.js';
import { PagePartsService } from './page-parts.service.js';
import { plainText } from './plain-text.js';
import { SiteAssetsService } from './site-assets.service.js';
import {
  CARDS,
  chosen,
  COLOURS,
  colourRules,
  FONTS,
  HEADERS,
  LAYOUTS,
  linesOf,
  LOOK_OPTIONS,
  socialLinks,
} from './site-style.js';
import { raw } from './theme/html.js';
import { type Frame, type Link, type MenuLink } from './theme/views.js';

/** Settings that need rules besides those of the theme. */
const CHOICES = ['layout', 'cards', 'header', 'header_image', 'footer_text', 'footer_image'] as const;
const MAX_LINKS = 60;
const LISTED_PAGES = 8;
const LEVELS = 3;
const ITEM_KEYS = [
  '_menu_item_type',
  '_menu_item_object',
  '_menu_item_object_id',
  '_menu_item_url',
  '_menu_item_menu_item_parent',
];

/** What every page has in common: name, logo, menu and style. */
@Injectable()
export class SiteFrameService {
  constructor(
    private readonly options: OptionsStore,
    private readonly menus: SiteMenuStore,
    private readonly entries: EntriesStore,
    private readonly lists: EntriesListStore,
    private readonly terms: TermsStore,
    private readonly icons: SiteIconStore,
    private readonly content: PageContentService,
    private readonly cards: PageCardsService,
    private readonly assets: SiteAssetsService,
    private readonly fonts: PageFontsService,
    private readonly parts: PagePartsService,
  ) {}

  load(site: Site): Promise<Frame> {
    return this.parts.ofSite(site, `frame ${site.language?.slug ?? ''}`, () => this.read(site));
  }

  private async read(site: Site): Promise<Frame> {
    const mods = await this.options.get(`theme_mods_${site.option('stylesheet')}`);
    const look = (name: keyof typeof LOOK_OPTIONS) => site.option(LOOK_OPTIONS[name]);
    const [headerImage, footerImage] = [
      site.integer(LOOK_OPTIONS.header_image),
      site.integer(LOOK_OPTIONS.footer_image),
    ];
    const logo = site.integer('site_logo') || (mods instanceof PhpArray ? toInteger(mods.get('custom_logo')) : 0);
    const [menu, footerMenu, icon, pictureOf, fontRules] = await Promise.all([
      this.menu(site, mainMenu(mods, site.language?.menus)),
      this.footerMenu(site, site.integer(LOOK_OPTIONS.footer_menu)),
      this.icons.url(site),
      this.content.pictures(site, [logo, headerImage, footerImage]),
      this.fonts.rules(site, { heading: look('heading_font'), text: look('text_font') }),
    ]);
    const lang = site.language?.tag ?? (languageTag(site.locale) || 'en');
    return {
      home: site.home,
      homeUrl: site.homeUrl,
      searchUrl: `${site.searchHome}${site.searchHome.includes('?') ? '&' : '?'}s=`,
      lang,
      ...(site.language?.isRtl && { isRtl: true }),
      name: site.option('blogname'),
      tagline: site.option('blogdescription'),
      restRoot: site.rest('/'),
      isIndexed: site.isOn('blog_public'),
      logo: pictureOf(logo),
      ...(icon !== '' && { icon }),
      menu,
      colour: chosen(COLOURS, look('colour')),
      font: chosen(FONTS, look('font')),
      layout: chosen(LAYOUTS, look('layout')),
      cards: chosen(CARDS, look('cards')),
      header: chosen(HEADERS, look('header')),
      headerPicture: pictureOf(headerImage),
      footer: {
        text: linesOf(look('footer_text')),
        menu: footerMenu,
        social: socialLinks(look('social')),
        picture: pictureOf(footerImage),
      },
      css: colourRules({ accent: look('accent'), background: look('background'), text: look('text') }) + fontRules,
      styles: this.assets.styles(site, { lang, hasChoices: CHOICES.some((name) => !['', '0'].includes(look(name))) }),
    };
  }

  /** The menu that is assigned to the theme's main place; without one, the newest menu made of blocks, or the top-level pages. */
  private async menu(site: Site, menu: number | undefined): Promise<MenuLink[]> {
    const links = menu === undefined ? [] : await this.classicMenu(site, menu);
    return links.length === 0 ? this.navigation(site) : links;
  }

  /** A classic menu, or one made of blocks. */
  private async footerMenu(site: Site, id: number): Promise<MenuLink[]> {
    if (id === 0) return [];
    const links = await this.classicMenu(site, id);
    const blocks =
      links.length === 0 && site.model.types.has(NAVIGATION_TYPE) ? await this.entries.byId(id) : undefined;
    if (blocks?.type !== NAVIGATION_TYPE || blocks.status !== 'publish') return links;
    return this.blockMenu(site, itemsOf(site, blocks.content));
  }

  private async classicMenu(site: Site, menu: number): Promise<MenuLink[]> {
    const items = await this.menus.items(menu, MAX_LINKS);
    if (items.length === 0) return [];
    const metas = await this.entries.metas(
      items.map(({ id }) => id),
      ITEM_KEYS,
    );
    const targets = await this.targets(site, [...metas.values()]);
    const linkOf = ({ id, title }: { id: number; title: string | null }): Link | undefined => {
      const meta = metas.get(id);
      const target = meta && targets.get(targetKey(meta));
      const own = meta?.get('_menu_item_type') === 'custom' ? meta.get('_menu_item_url') : undefined;
      const url = own ?? target?.url;
      return url === undefined ? undefined : { url, title: title || (target?.title ?? url) };
    };
    const below = (parent: number, depth: number): MenuLink[] =>
      items.flatMap((item) => {
        if (toInteger(metas.get(item.id)?.get('_menu_item_menu_item_parent') ?? '') !== parent) return [];
        const link = linkOf(item);
        return link ? [{ ...link, children: depth < LEVELS ? below(item.id, depth + 1) : [] }] : [];
      });
    return below(0, 1);
  }

  private async navigation(site: Site): Promise<MenuLink[]> {
    const items = site.model.types.has(NAVIGATION_TYPE) ? await this.newestNavigation(site) : [];
    return items.length === 0 ? this.topPages(site) : this.blockMenu(site, items);
  }

  private async blockMenu(site: Site, items: readonly NavigationItem[]): Promise<MenuLink[]> {
    const all = descendants(items, LEVELS);
    const ids = all.flatMap((item) => (item.kind === 'link' ? (item.entry ?? []) : []));
    const [entries, pages] = await Promise.all([
      ids.length === 0 ? undefined : this.entries.byIds(ids, { content: false }),
      all.some(({ kind }) => kind === 'pages') ? this.topPages(site) : [],
    ]);
    const published = [...(entries?.values() ?? [])].filter(({ status }) => status === 'publish');
    const links = await this.content.links(site, published);
    const targets = new Map(published.map(({ id }, index) => [id, links[index]!.url]));
    const linksOf = (list: readonly NavigationItem[], depth: number): MenuLink[] =>
      list.flatMap((item) => {
        if (item.kind === 'pages') return pages;
        const url = item.entry === undefined ? item.url || `${site.home}/` : targets.get(item.entry);
        const children = depth < LEVELS ? linksOf(item.children, depth + 1) : [];
        return url === undefined ? [] : [{ title: plainText(item.label), url, children }];
      });
    return linksOf(items, 1);
  }

  private async newestNavigation(site: Site): Promise<NavigationItem[]> {
    const [navigation] = await this.lists.findPage(
      { type: NAVIGATION_TYPE, statuses: ['publish'], orderby: 'date', order: 'desc', perPage: 1, offset: 0 },
      { content: true },
    );
    return itemsOf(site, navigation?.content);
  }

  /** Published entries and terms that items lead to. */
  private async targets(site: Site, metas: readonly EntryMeta[]): Promise<Map<string, Link>> {
    const idsOf = (kind: string) => metas.filter((meta) => meta.get('_menu_item_type') === kind).map(objectId);
    const taxonomies = [
      ...new Set(
        metas
          .filter((meta) => meta.get('_menu_item_type') === 'taxonomy')
          .map((meta) => meta.get('_menu_item_object') ?? ''),
      ),
    ].flatMap((name) => site.model.taxonomies.get(name) ?? []);
    const [entries, ...terms] = await Promise.all([
      this.entries.byIds(idsOf('post_type'), { content: false }),
      ...taxonomies.map(({ name }) => this.terms.byIds(idsOf('taxonomy'), name)),
    ]);
    const published = [...entries.values()].filter(({ status }) => status === 'publish');
    const trees = await Promise.all(
      taxonomies.map(({ name }, index) => this.terms.withAncestors([...terms[index]!.keys()], name)),
    );
    const links = await this.content.links(site, published);
    return new Map<string, Link>([
      ...published.map(({ type, id }, index): [string, Link] => [`post_type ${type} ${id}`, links[index]!]),
      ...taxonomies.flatMap((taxonomy, index) =>
        [...terms[index]!.values()].map((term): [string, Link] => [
          `taxonomy ${taxonomy.name} ${term.id}`,
          { title: term.name, url: termLink(site, taxonomy, term, trees[index]!) },
        ]),
      ),
    ]);
  }

  private async topPages(site: Site): Promise<MenuLink[]> {
    const links = await this.cards.links(site, {
      type: 'page',
      statuses: ['publish'],
      orderby: 'menu_order',
      order: 'asc',
      parents: [0],
      perPage: LISTED_PAGES,
      offset: 0,
      ...inLanguage(site, 'page'),
    });
    // The front page is behind the name of the site.
    return links
      .filter(({ id, hasTitle }) => hasTitle && id !== site.integer('page_on_front'))
      .map(({ title, url }) => ({ title: raw(String(title)), url, children: [] }));
  }
}

/** Items and those below them, down to a level. */
function descendants(items: readonly NavigationItem[], levels: number): NavigationItem[] {
  if (levels === 0) return [];
  return items.flatMap((item) => [item, ...(item.kind === 'link' ? descendants(item.children, levels - 1) : [])]);
}

const itemsOf = ({ locale }: Site, content = '') =>
  navigationItems(content, messagesOf(locale).page.home).slice(0, MAX_LINKS);

const objectId = (meta: EntryMeta) => toInteger(meta.get('_menu_item_object_id') ?? '');

function targetKey(meta: EntryMeta): string {
  return `${meta.get('_menu_item_type')} ${meta.get('_menu_item_object')} ${objectId(meta)}`;
}
