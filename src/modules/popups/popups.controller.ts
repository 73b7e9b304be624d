import { Res } from '@nestjs/common';
import { type Response } from 'express';
import { RestError } from '../../rest/errors/rest-error.js';
import { CommonHeadersService } from '../../rest/response/common-headers.service.js';
import { WireReply } from '../../rest/response/reply.js';
import { sendWire } from '../../rest/response/response-writer.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Args, Ctx, PUBLIC, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { PopupsService } from './popups.service.js';
import { Arg } from '../../rest/args/arg.decorator.js';
import { toInteger } from '../../text/php/php-values.js';

const wholeNumber = (value: unknown) => Math.abs(toInteger(value));

class CountDto {
  @Arg({ type: 'string', required: true, description: 'Kind of event: open or conversion.' })
  event!: string;

  @Arg({ type: 'integer', required: true, unchecked: true, sanitize: wholeNumber, description: 'Popup ID.' })
  pid!: number;
}

/** Browsers request it as an invisible image. */
const BEACON = {
  'Content-Type': 'image/gif',
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

@RestController({ namespace: 'popups/v1', base: '/analytics' })
export class PopupsController {
  constructor(
    private readonly popups: PopupsService,
    private readonly common: CommonHeadersService,
  ) {}

  @Route({ methods: READABLE, args: CountDto, can: PUBLIC, returns: 'nothing' })
  async count(@Ctx() ctx: RequestContext, @Args() args: CountDto, @Res() response: Response): Promise<void> {
    if (args.pid === 0) throw new RestError('missing_params', 'A popup and an event are required.', 404);
    await this.popups.count(ctx, args.event, args.pid);
    sendWire(response, new WireReply(204, { ...this.common.of(ctx, 204), ...BEACON }, null));
  }
}
