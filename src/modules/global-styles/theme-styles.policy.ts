import { Injectable } from '@nestjs/common';
import { denied } from '../../rest/errors/catalogue.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type Allowed } from '../../rest/route/route.types.js';

/** All authors may read the styles of the theme. */
@Injectable()
export class ThemeStylesPolicy {
  read({ principal, site }: RequestContext): Allowed {
    const isWriter = site.model.restTypes.some(({ capabilities }) => principal.can(capabilities.edit_posts));
    return (
      isWriter ||
      principal.can('edit_theme_options') ||
      denied(principal, 'rest_cannot_read_global_styles', 'You may not see the styles of this site.')
    );
  }
}
