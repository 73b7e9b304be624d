import { Injectable } from '@nestjs/common';
import { denied } from '../../rest/errors/catalogue.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { unknownType } from './widgets.errors.js';
import { WIDGET_TYPES } from './widget-types.js';

/** Widgets belong to the appearance of the site. */
@Injectable()
export class WidgetsPolicy {
  manage({ principal }: RequestContext): Allowed {
    return (
      principal.can('edit_theme_options') ||
      denied(principal, 'rest_cannot_manage_widgets', 'You may not manage the widgets of this site.')
    );
  }

  readType(ctx: RequestContext, { id }: { id: string }): Allowed {
    const allowed = this.manage(ctx);
    return allowed !== true || WIDGET_TYPES.has(id) ? allowed : unknownType();
  }
}
