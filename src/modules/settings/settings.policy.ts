import { Injectable } from '@nestjs/common';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type Allowed } from '../../rest/route/route.types.js';

@Injectable()
export class SettingsPolicy {
  manage(ctx: RequestContext): Allowed {
    return ctx.principal.can('manage_options');
  }
}
