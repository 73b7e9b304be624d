import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { OptionsStore, type LoadedOptions } from '../database/options.store.js';
import { Site, type SiteSettings } from './site.js';
import { SiteLanguagesRegistry } from './site-languages.js';

export const SITE_SETTINGS = Symbol('SITE_SETTINGS');

@Injectable()
export class SiteService {
  private cached?: { from: LoadedOptions; site: Site };

  constructor(
    private readonly options: OptionsStore,
    @Inject(SITE_SETTINGS) private readonly settings: SiteSettings,
    private readonly languages: SiteLanguagesRegistry,
    private readonly database: Database,
  ) {}

  /** The same in the language of the page at a URL. */
  async at(url: string): Promise<Site> {
    const site = await this.current();
    const { languages } = this.languages;
    return languages ? site.in(await languages.languageAt(site, url)) : site;
  }

  /** The current site; rebuilt only when its options were reloaded. */
  async current(): Promise<Site> {
    const options = await this.options.all();
    if (this.cached?.from !== options)
      this.cached = {
        from: options,
        site: new Site(options, { ...this.settings, network: this.database.network }, this.languages),
      };
    return this.cached.site;
  }
}
