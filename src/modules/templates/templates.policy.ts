import { Injectable } from '@nestjs/common';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { cannotManage } from './templates.errors.js';

/** All authors may read templates; writing requires the right to edit theme options. */
@Injectable()
export class TemplatesPolicy {
  read({ principal }: RequestContext): Allowed {
    return principal.can('edit_posts') || principal.can('edit_theme_options') || cannotManage(principal);
  }

  write({ principal }: RequestContext): Allowed {
    return principal.can('edit_theme_options') || cannotManage(principal);
  }
}
