import { Controller, Get, Inject, Res } from '@nestjs/common';
import { type Response } from 'express';
import { SiteIconStore } from '../site/site-icon.store.js';
import { SiteService } from '../site/site.service.js';

const CACHE = 'public, max-age=600';

/**
 * Browsers request this address for every page that names no icon, also for responses of the REST API. As in WordPress it leads to
 * the icon of the site; where WordPress shows its own logo, there is none.
 */
@Controller()
export class FaviconController {
  constructor(
    @Inject(SiteService) private readonly sites: SiteService,
    @Inject(SiteIconStore) private readonly icons: SiteIconStore,
  ) {}

  @Get('favicon.ico')
  async read(@Res() response: Response): Promise<void> {
    const icon = await this.icons.url(await this.sites.current());
    response.set('Cache-Control', CACHE);
    if (icon !== '') response.set('Location', icon);
    response.status(icon === '' ? 204 : 302).end();
  }
}
