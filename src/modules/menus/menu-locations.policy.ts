import { Injectable } from '@nestjs/common';
import { denied } from '../../rest/errors/catalogue.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { THEME_CAPABILITY } from './menus.policy.js';

@Injectable()
export class MenuLocationsPolicy {
  read({ principal }: RequestContext): Allowed {
    return (
      principal.can(THEME_CAPABILITY) || denied(principal, 'rest_cannot_view', 'You may not see the menu locations.')
    );
  }
}
