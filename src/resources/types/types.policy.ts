import { Inject, Injectable } from '@nestjs/common';
import { type Principal } from '../../access/principal.js';
import { POST_TYPES, type PostType, REST_TYPES } from '../../content/types/post-types.js';
import { type ContextArgs } from '../../rest/args/common.args.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/route/context.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { PROFILE, type Profile } from '../../variant/profile.js';

export const mayEditType = (principal: Principal, type: PostType) => principal.can(type.capabilities.edit_posts);

@Injectable()
export class TypesPolicy {
  constructor(@Inject(PROFILE) private readonly profile: Profile) {}

  list(ctx: RequestContext, args: ContextArgs): Allowed {
    if (args.context !== 'edit' || REST_TYPES.some((type) => mayEditType(ctx.principal, type))) return true;
    return denied(ctx.principal, 'rest_cannot_view', 'You may not edit items of any type.');
  }

  /** The type a caller may read, or the reason why not. The route itself has no permission check. */
  readable(ctx: RequestContext, name: string, context: string): PostType {
    const type = POST_TYPES.get(name);
    const isHidden = type ? !type.restBase : this.profile.types.hidden.includes(name);
    if (isHidden) throw denied(ctx.principal, 'rest_cannot_read_type', 'This type cannot be read here.');
    if (!type) throw new RestError('rest_type_invalid', 'There is no type of this name.', 404);
    if (context === 'edit' && !mayEditType(ctx.principal, type)) {
      throw denied(ctx.principal, 'rest_forbidden_context', 'You may not edit items of this type.');
    }
    return type;
  }
}
