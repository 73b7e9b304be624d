import { Injectable } from '@nestjs/common';
import { denied } from '../../rest/errors/catalogue.js';
import { type RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';

@Injectable()
export class SiteLanguagesPolicy {
  list({ principal }: RequestContext): true | RestError {
    return principal.id > 0 || denied(principal, 'rest_cannot_read', 'You may not read the languages.');
  }

  add({ principal }: RequestContext): true | RestError {
    return principal.can('manage_options') || denied(principal, 'rest_cannot_manage', 'You may not add languages.');
  }
}
