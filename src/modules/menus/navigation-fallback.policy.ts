import { Injectable } from '@nestjs/common';
import { NAVIGATION_TYPE } from './navigation-fallback.service.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { cannotCreate, cannotEdit } from '../entries/api/entry.errors.js';

/** Reading may create the menu, so that only those may read who could. */
@Injectable()
export class NavigationFallbackPolicy {
  read({ principal, site }: RequestContext): Allowed {
    const { capabilities } = site.model.types.get(NAVIGATION_TYPE)!;
    if (!principal.can(capabilities.create_posts)) return cannotCreate(principal);
    return principal.can(capabilities.edit_posts) || cannotEdit(principal);
  }
}
