import { Controller, Get, Res } from '@nestjs/common';
import { type Response } from 'express';
import { FaviconService } from './favicon.service.js';

const CACHE = 'public, max-age=600';

/**
 * Browsers request this address for every page that names no icon, also for responses of the REST API. As in WordPress it leads to
 * the icon of the site; where WordPress shows its own logo, there is none.
 */
@Controller()
export class FaviconController {
  constructor(private readonly favicons: FaviconService) {}

  @Get('favicon.ico')
  async read(@Res() response: Response): Promise<void> {
    const icon = await this.favicons.url();
    response.set('Cache-Control', CACHE);
    if (icon !== '') response.set('Location', icon);
    response.status(icon === '' ? 204 : 302).end();
  }
}
