import { Injectable } from '@nestjs/common';
import { denied } from '../../rest/errors/catalogue.js';
import { type RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';

@Injectable()
export class MenusAdminPolicy {
  edit({ principal }: RequestContext): true | RestError {
    return principal.can('edit_theme_options') || denied(principal, 'rest_cannot_manage', 'You may not edit menus.');
  }
}
