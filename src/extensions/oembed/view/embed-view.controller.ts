import { Controller, Get, NotFoundException, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { EMBED_PAGE_HEADERS, EmbedViewService } from './embed-view.service.js';
import { allowFraming } from '../../../rest/http/safety-headers.js';

/** Small views of entries, for the frames other sites show them in. */
@Controller()
export class EmbedViewController {
  constructor(private readonly views: EmbedViewService) {}

  @Get(['embed', '*path/embed'])
  async read(@Req() request: Request, @Res() response: Response): Promise<void> {
    const page = await this.views.page(request.path.replace(/\/embed\/?$/, '/'));
    if (page === undefined) throw new NotFoundException();
    allowFraming(response);
    response.writeHead(200, EMBED_PAGE_HEADERS).end(page);
  }
}
