import { Injectable } from '@nestjs/common';
import { denied } from '../../rest/errors/catalogue.js';
import { type RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type ListThemesDto, type ReadThemeDto } from './themes.fields.js';

/** All authors may read the active theme; others require the right to switch themes. */
@Injectable()
export class ThemesPolicy {
  list(ctx: RequestContext, { status = [] }: ListThemesDto): true | RestError {
    return this.check(ctx, status.length === 1 && status[0] === 'active');
  }

  read(ctx: RequestContext, { stylesheet }: ReadThemeDto): true | RestError {
    return this.check(ctx, stylesheet === ctx.site.option('stylesheet'));
  }

  private check({ principal, site }: RequestContext, isActive: boolean): true | RestError {
    if (principal.can('switch_themes')) return true;
    if (!isActive) return denied(principal, 'rest_cannot_view_themes', 'You may not see the themes of this site.');
    const isWriter = site.model.restTypes.some(({ capabilities }) => principal.can(capabilities.edit_posts));
    return isWriter || denied(principal, 'rest_cannot_view_active_theme', 'You may not see the active theme.');
  }
}
