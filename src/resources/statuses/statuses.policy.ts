import { Injectable } from '@nestjs/common';
import { type Principal } from '../../access/principal.js';
import { REST_TYPES } from '../../content/types/post-types.js';
import { POST_STATUSES, type PostStatus } from '../../content/types/statuses.js';
import { type ContextArgs } from '../../rest/args/common.args.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/route/context.js';
import { type Allowed } from '../../rest/route/route.types.js';

function mayEditAnything(principal: Principal): boolean {
  return REST_TYPES.some((type) => principal.can(type.capabilities.edit_posts));
}

/** Public statuses are everybody's; editors also see the others that mean something, the trash among them. */
function isVisible(principal: Principal, status: PostStatus): boolean {
  if (status.public) return true;
  return (!status.internal || status.name === 'trash') && mayEditAnything(principal);
}

@Injectable()
export class StatusesPolicy {
  list(ctx: RequestContext, args: ContextArgs): Allowed {
    if (args.context !== 'edit' || mayEditAnything(ctx.principal)) return true;
    return denied(ctx.principal, 'rest_cannot_view', 'You may not manage statuses.');
  }

  read(ctx: RequestContext, args: { status: string }): Allowed {
    const status = POST_STATUSES.get(args.status);
    if (!status) return new RestError('rest_status_invalid', 'There is no status of this name.', 404);
    return (
      isVisible(ctx.principal, status) ||
      denied(ctx.principal, 'rest_cannot_read_status', 'You may not see this status.')
    );
  }

  visible(ctx: RequestContext): PostStatus[] {
    return [...POST_STATUSES.values()].filter((status) => isVisible(ctx.principal, status));
  }
}
