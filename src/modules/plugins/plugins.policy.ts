import { Injectable } from '@nestjs/common';
import { denied } from '../../rest/errors/catalogue.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type Allowed } from '../../rest/route/route.types.js';

const NOT_ALLOWED = 'You may not manage the plugins of this site.';

@Injectable()
export class PluginsPolicy {
  list({ principal }: RequestContext): Allowed {
    return principal.can('activate_plugins') || denied(principal, 'rest_cannot_view_plugins', NOT_ALLOWED);
  }

  read({ principal }: RequestContext): Allowed {
    return principal.can('activate_plugins') || denied(principal, 'rest_cannot_view_plugin', NOT_ALLOWED);
  }
}
