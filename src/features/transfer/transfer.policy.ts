import { Injectable } from '@nestjs/common';
import { denied, type RestError } from '../../rest/errors/index.js';
import { type RequestContext } from '../../rest/http/index.js';

/** WordPress's capabilities for its pages of the same name. */
@Injectable()
export class TransferPolicy {
  /** Contents of a file are written as they are, as those of users who may write any HTML. */
  import({ principal }: RequestContext): true | RestError {
    const mayImport = principal.can('import') && principal.can('unfiltered_html');
    return mayImport || denied(principal, 'rest_cannot_import', 'You may not import content to this site.');
  }

  export({ principal }: RequestContext): true | RestError {
    return principal.can('export') || denied(principal, 'rest_cannot_export', 'You may not export this site.');
  }
}
