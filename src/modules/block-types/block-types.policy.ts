import { Injectable } from '@nestjs/common';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { BlockTypesService } from './block-types.service.js';

/** Everybody who writes entries of some type needs to know the blocks. */
@Injectable()
export class BlockTypesPolicy {
  constructor(private readonly types: BlockTypesService) {}

  list({ principal, site }: RequestContext): true | RestError {
    const isWriter = site.model.restTypes.some(({ capabilities }) => principal.can(capabilities.edit_posts));
    return isWriter || denied(principal, 'rest_block_type_cannot_view', 'You may not see the block types.');
  }

  async read(ctx: RequestContext, { namespace, name }: { namespace: string; name: string }): Promise<true | RestError> {
    const listed = this.list(ctx);
    const isKnown = (type: { readonly name: string }) => type.name === `${namespace}/${name}`;
    if (listed !== true || (await this.types.all(ctx)).some(isKnown)) return listed;
    return new RestError('rest_block_type_invalid', 'There is no such block type.', 404);
  }
}
