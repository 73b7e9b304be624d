import { Injectable } from '@nestjs/common';
import { denied } from '../../rest/errors/catalogue.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type Allowed } from '../../rest/route/route.types.js';

@Injectable()
export class UrlDetailsPolicy {
  read({ principal, site }: RequestContext): Allowed {
    const isWriter = site.model.restTypes.some(({ capabilities }) => principal.can(capabilities.edit_posts));
    return isWriter || denied(principal, 'rest_cannot_view_url_details', 'You may not ask about other pages.');
  }
}
