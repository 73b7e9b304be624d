import { Injectable } from '@nestjs/common';
import { denied } from '../errors/catalogue.js';
import { type RestError } from '../errors/rest-error.js';
import { type RequestContext } from '../http/request-context.js';

/** Permissions that concern the site as a whole. */
@Injectable()
export class SitePolicy {
  signedIn({ principal }: RequestContext): true | RestError {
    return !principal.isAnonymous || denied(principal, 'rest_cannot_read', 'You are not signed in.');
  }

  manage({ principal }: RequestContext): true | RestError {
    return principal.can('manage_options') || denied(principal, 'rest_cannot_manage', 'You may not manage this site.');
  }
}
