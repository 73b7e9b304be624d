import { Injectable } from '@nestjs/common';
import { type Allowed, denied, type RequestContext, type RestError } from '@nestpress/server';

import { EventsService, unknownEvent } from './events.service.js';

@Injectable()
export class EventsPolicy {
  constructor(private readonly events: EventsService) {}

  /** Everybody reads; members for editors are for those who could write. */
  read(ctx: RequestContext, args: { context?: string }): Allowed {
    if (args.context !== 'edit' || ctx.principal.can('edit_posts')) return true;
    return denied(ctx.principal, 'rest_forbidden_context', 'You may not edit events.');
  }

  /** Authors change their own events, editors all. */
  async update(ctx: RequestContext, { id }: { id: number }): Promise<boolean | RestError> {
    const event = await this.events.find(ctx, id);
    if (!event) return unknownEvent();
    const { principal } = ctx;
    const isAllowed =
      principal.can('edit_others_posts') || (principal.can('edit_posts') && event.author === principal.id);
    return isAllowed || denied(principal, 'rest_cannot_edit', 'You may not change this event.');
  }

  create(ctx: RequestContext): Allowed {
    return (
      ctx.principal.can('edit_posts') || denied(ctx.principal, 'rest_cannot_create', 'You may not announce events.')
    );
  }
}
