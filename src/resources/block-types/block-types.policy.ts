import { Injectable } from '@nestjs/common';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/route/context.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { BlockTypesService } from './block-types.service.js';

/** Everybody who writes entries of some type needs to know the blocks. */
@Injectable()
export class BlockTypesPolicy {
  constructor(private readonly types: BlockTypesService) {}

  list({ principal, site }: RequestContext): true | RestError {
    const isWriter = site.model.restTypes.some(({ capabilities }) => principal.can(capabilities.edit_posts));
    return isWriter || denied(principal, 'rest_block_type_cannot_view', 'You may not see the block types.');
  }

  read(ctx: RequestContext, { namespace, name }: { namespace: string; name: string }): Allowed {
    const listed = this.list(ctx);
    if (listed !== true || this.types.find(`${namespace}/${name}`)) return listed;
    return new RestError('rest_block_type_invalid', 'There is no such block type.', 404);
  }
}
