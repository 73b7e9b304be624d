import { Controller, Get, NotFoundException, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { ENTRY_TABLES } from '../../content/entries/entry-sources.js';
import { RequestContext } from '../../rest/route/context.js';
import { Args, Ctx, PUBLIC, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { Item } from '../../rest/response/reply.js';
import { EmbedArgs } from './oembed.args.js';
import { invalidUrl, OembedService } from './oembed.service.js';
import { xmlIfRequested } from './oembed-xml.js';
import { EMBED_PAGE_HEADERS, EmbedViewService } from './embed-view.service.js';
import { allowFraming } from '../../rest/http/safety-headers.js';

@RestController({ namespace: 'oembed/1.0', base: '/embed' })
export class OembedController {
  constructor(private readonly oembed: OembedService) {}

  @Route({
    methods: READABLE,
    args: EmbedArgs,
    can: PUBLIC,
    represent: xmlIfRequested,
    cache: [...ENTRY_TABLES, 'usermeta'],
  })
  async embed(@Ctx() ctx: RequestContext, @Args() args: EmbedArgs): Promise<Item> {
    const data = await this.oembed.describe(ctx.site, args.url, args.maxwidth);
    if (!data) throw invalidUrl();
    return new Item({ ...data });
  }
}

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
