import { Injectable } from '@nestjs/common';
import { SiteIconStore } from '../../site/site-icon.store.js';
import { SiteService } from '../../site/site.service.js';

@Injectable()
export class FaviconService {
  constructor(
    private readonly sites: SiteService,
    private readonly icons: SiteIconStore,
  ) {}

  /** Empty if the site has no icon. */
  async url(): Promise<string> {
    return this.icons.url(await this.sites.current());
  }
}
