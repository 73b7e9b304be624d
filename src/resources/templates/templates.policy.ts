import { Injectable } from '@nestjs/common';
import { type RequestContext } from '../../rest/route/context.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { cannotManage } from './templates.errors.js';

/** Everybody who writes posts reads templates; those who edit the theme write them. */
@Injectable()
export class TemplatesPolicy {
  read({ principal }: RequestContext): Allowed {
    return principal.can('edit_posts') || principal.can('edit_theme_options') || cannotManage(principal);
  }

  write({ principal }: RequestContext): Allowed {
    return principal.can('edit_theme_options') || cannotManage(principal);
  }
}
