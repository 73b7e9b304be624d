import { Injectable } from '@nestjs/common';
import { denied } from '../../src/rest/errors/catalogue.js';
import { type RequestContext } from '../../src/rest/route/context.js';
import { type Allowed } from '../../src/rest/route/route.types.js';

@Injectable()
export class EventsPolicy {
  /** Everybody reads; members for editors are for those who could write. */
  read(ctx: RequestContext, args: { context?: string }): Allowed {
    if (args.context !== 'edit' || ctx.principal.can('edit_posts')) return true;
    return denied(ctx.principal, 'rest_forbidden_context', 'You may not edit events.');
  }

  create(ctx: RequestContext): Allowed {
    return (
      ctx.principal.can('edit_posts') || denied(ctx.principal, 'rest_cannot_create', 'You may not announce events.')
    );
  }
}
