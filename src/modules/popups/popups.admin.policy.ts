import { Injectable } from '@nestjs/common';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { PopupsStore } from './popups.store.js';

export const unknownPopup = () => new RestError('rest_popup_invalid_id', 'There is no such popup.', 404);

@Injectable()
export class PopupAdminPolicy {
  constructor(private readonly popups: PopupsStore) {}

  manage({ principal }: RequestContext): true | RestError {
    return principal.can('edit_others_posts') || denied(principal, 'rest_cannot_edit', 'You may not manage popups.');
  }

  async manageOne(ctx: RequestContext, { id }: { id: number }): Promise<true | RestError> {
    const allowed = this.manage(ctx);
    if (allowed !== true || (await this.popups.exists(id))) return allowed;
    return unknownPopup();
  }
}
