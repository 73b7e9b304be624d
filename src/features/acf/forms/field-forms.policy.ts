import { Injectable } from '@nestjs/common';
import { denied, type RestError } from '../../../rest/errors/index.js';
import { type RequestContext } from '../../../rest/http/index.js';

@Injectable()
export class FieldFormsPolicy {
  /** Definitions say nothing about contents. Values are read and written as members of items. */
  read({ principal }: RequestContext): true | RestError {
    return !principal.isAnonymous || denied(principal, 'rest_forbidden', 'You may not see the fields of forms.');
  }
}
