import { Injectable } from '@nestjs/common';
import { denied } from '../../rest/errors/catalogue.js';
import { type RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/route/context.js';
import { MediaPolicy } from './media.policy.js';

@Injectable()
export class MediaEditingPolicy extends MediaPolicy {
  /** Editing an image requires the rights to upload and to edit the original. */
  async editImage(ctx: RequestContext, args: { id: number }): Promise<true | RestError> {
    if (!ctx.principal.can('upload_files'))
      return denied(ctx.principal, 'rest_cannot_edit_image', 'You may not upload files.');
    return this.update(ctx, { id: args.id });
  }
}
