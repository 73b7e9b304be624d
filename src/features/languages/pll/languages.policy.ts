import { Injectable } from '@nestjs/common';
import { denied } from '../../../rest/errors/index.js';
import { type RequestContext } from '../../../rest/http/index.js';
import { type Allowed } from '../../../rest/route/index.js';

/** Everyone sees the languages; administrators change them. */
@Injectable()
export class LanguagesPolicy {
  read({ principal }: RequestContext, { context }: { context?: unknown }): Allowed {
    return (
      context !== 'edit' ||
      principal.can('manage_options') ||
      denied(principal, 'rest_forbidden_context', 'You may not edit languages.')
    );
  }

  create({ principal }: RequestContext): Allowed {
    return principal.can('manage_options') || denied(principal, 'rest_cannot_create', 'You may not create languages.');
  }

  update({ principal }: RequestContext): Allowed {
    return principal.can('manage_options') || denied(principal, 'rest_cannot_edit', 'You may not edit languages.');
  }

  delete({ principal }: RequestContext): Allowed {
    return principal.can('manage_options') || denied(principal, 'rest_cannot_delete', 'You may not delete languages.');
  }

  settings({ principal }: RequestContext): Allowed {
    return principal.can('manage_options') || denied(principal, 'rest_forbidden_context', 'You may not edit options.');
  }
}
