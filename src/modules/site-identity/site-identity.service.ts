import { Inject, Injectable } from '@nestjs/common';
import { OptionsStore } from '../../database/options.store.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { Links } from '../../rest/response/links.js';
import { Item } from '../../rest/response/reply.js';
import { SiteIconStore } from '../../site/site-icon.store.js';
import { type Site } from '../../site/site.js';
import { PhpArray, toInteger } from '../../text/php/index.js';
import { ATTACHMENT_META } from '../entries/model/entry-sources.js';
import { EntriesStore } from '../entries/read/entries.store.js';
import { attachmentUrl } from '../entries/read/rendering/rendered-attachment.js';
import { DeclaredSettingsService } from '../settings/declared-settings.service.js';
import { MenuSettingsStore } from '../menus/menu-settings.store.js';

@Injectable()
export class SiteIdentityService {
  constructor(
    private readonly options: OptionsStore,
    private readonly menus: MenuSettingsStore,
    private readonly icons: SiteIconStore,
    private readonly entries: EntriesStore,
    private readonly declared: DeclaredSettingsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async read(site: Site): Promise<Item> {
    const mods = await this.options.get(`theme_mods_${site.option('stylesheet')}`);
    const logo = site.integer('site_logo') || (mods instanceof PhpArray ? toInteger(mods.get('custom_logo')) : 0);
    const [iconUrl, files, { locations }] = await Promise.all([
      this.icons.url(site),
      this.entries.metas(logo > 0 ? [logo] : [], [ATTACHMENT_META.file]),
      this.menus.load(),
    ]);
    const links = new Links().add('self', site.rest('/nestpress/v1/site'));
    for (const [relation, id] of [
      ['logo', logo],
      ['icon', site.integer('site_icon')],
    ] as const)
      if (id > 0) links.add(relation, site.rest(`/wp/v2/media/${id}`), { embed: { source: 'media', id } });
    const hasFrontPage = site.option('show_on_front') === 'page';
    const members = {
      name: site.option('blogname'),
      description: site.option('blogdescription'),
      home: site.serviceHome,
      front_end: this.config.frontEnd.url ?? null,
      api: site.rest('/'),
      language: (site.option('WPLANG') || 'en_US').replaceAll('_', '-'),
      timezone: site.option('timezone_string'),
      gmt_offset: site.zone.gmtOffset,
      date_format: site.option('date_format'),
      time_format: site.option('time_format'),
      start_of_week: site.integer('start_of_week'),
      posts_per_page: site.integer('posts_per_page'),
      show_on_front: hasFrontPage ? 'page' : 'posts',
      page_on_front: hasFrontPage ? site.integer('page_on_front') : 0,
      page_for_posts: hasFrontPage ? site.integer('page_for_posts') : 0,
      is_indexed: site.isOn('blog_public'),
      logo,
      logo_url: logo > 0 ? attachmentUrl(site, files.get(logo)) : '',
      icon: site.integer('site_icon'),
      icon_url: iconUrl,
      settings: await this.declared.readPublic(),
      menu_locations: [...locations].filter(([, menu]) => menu > 0).map(([location]) => location),
    };
    return new Item(members, links);
  }
}
