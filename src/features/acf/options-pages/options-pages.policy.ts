import { Injectable } from '@nestjs/common';
import { denied, RestError } from '../../../rest/errors/index.js';
import { RequestContext } from '../../../rest/http/index.js';
import { OptionsPagesService } from './options-pages.service.js';

@Injectable()
export class OptionsPagesPolicy {
  constructor(private readonly pages: OptionsPagesService) {}

  /** Users with the capability of the page, as in the plugin. */
  edit({ principal }: RequestContext, { name }: { name: string }): true | RestError {
    const page = this.pages.find(name);
    if (!page) return new RestError('rest_options_page_invalid', 'There is no options page with this name.', 404);
    return principal.can(page.capability) || denied(principal, 'rest_forbidden', 'You may not see this options page.');
  }
}
