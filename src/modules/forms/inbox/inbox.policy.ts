import { Injectable } from '@nestjs/common';
import { denied } from '../../../rest/errors/catalogue.js';
import { type RestError } from '../../../rest/errors/rest-error.js';
import { type RequestContext } from '../../../rest/http/request-context.js';

/** Submissions are personal data: for those who manage forms. */
@Injectable()
export class InboxPolicy {
  manage({ principal }: RequestContext): true | RestError {
    return principal.can('publish_pages') || denied(principal, 'rest_cannot_view', 'You may not manage forms.');
  }
}
