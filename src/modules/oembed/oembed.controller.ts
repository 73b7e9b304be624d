import { Controller, Get, Next, NotFoundException, Req, Res } from '@nestjs/common';
import { type NextFunction, type Response } from 'express';
import { ENTRY_TABLES } from '../entries/model/entry-sources.js';
import { type RestExpressRequest } from '../../rest/observe/request-record.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Args, Ctx, PUBLIC, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { Item } from '../../rest/response/reply.js';
import { EmbedDto } from './oembed.dto.js';
import { OEMBED } from './oembed.fields.js';
import { invalidUrl, OembedService } from './oembed.service.js';
import { xmlIfRequested } from './oembed-xml.js';
import { EMBED_PAGE_HEADERS, EmbedViewService } from './embed-view.service.js';
import { allowFraming } from '../../rest/server/safety-headers.js';

@RestController({ namespace: 'oembed/1.0', base: '/embed' })
export class OembedController {
  constructor(private readonly oembed: OembedService) {}

  @Route({
    methods: READABLE,
    args: EmbedDto,
    can: PUBLIC,
    represent: xmlIfRequested,
    cache: [...ENTRY_TABLES, 'usermeta'],
    responds: OEMBED,
  })
  async embed(@Ctx() ctx: RequestContext, @Args() args: EmbedDto): Promise<Item> {
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
  async read(@Req() request: RestExpressRequest, @Res() response: Response, @Next() next: NextFunction): Promise<void> {
    // A route of the REST API may end in `embed` too, such as that of the block `core/embed`.
    if (request.rest) return next();
    const page = await this.views.page(request.path.replace(/\/embed\/?$/, '/'));
    if (page === undefined) throw new NotFoundException();
    allowFraming(response);
    response.writeHead(200, EMBED_PAGE_HEADERS).end(page);
  }
}
