import { Injectable } from '@nestjs/common';
import { EntriesStore } from '../../../content/entries/entries.store.js';
import { EntryRenderer } from '../../../content/entries/present/entry-renderer.js';
import { SiteService } from '../../../site/site.service.js';
import { OembedService } from '../oembed.service.js';
import { embedPage } from './embed-page.js';

@Injectable()
export class EmbedViewService {
  constructor(
    private readonly oembed: OembedService,
    private readonly entries: EntriesStore,
    private readonly renderer: EntryRenderer,
    private readonly sites: SiteService,
  ) {}

  /** The page for frames of the entry at a path of the site; undefined where everybody may see none. */
  async page(path: string): Promise<string | undefined> {
    const site = await this.sites.current();
    const origin = /^\w+:\/\/[^/]*/.exec(site.home)?.[0] ?? '';
    const found = await this.oembed.find(site, origin + path);
    const entry = found && (await this.entries.byId(found.entry.id));
    if (!entry) return undefined;
    const { title, link, image } = found;
    return embedPage({
      title,
      link,
      excerpt: entry.password === '' ? (await this.renderer.page(site, [entry])).excerpt(entry) : '',
      imageUrl: image?.url,
      siteName: site.option('blogname'),
      siteUrl: site.home,
      oembedUrl: site.rest('/oembed/1.0/embed', `url=${encodeURIComponent(link)}`),
    });
  }
}
