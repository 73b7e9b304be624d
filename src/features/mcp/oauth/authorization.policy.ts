import { Injectable } from '@nestjs/common';
import { denied } from '../../../rest/errors/index.js';
import { type RequestContext } from '../../../rest/http/index.js';
import { type Allowed } from '../../../rest/route/index.js';

/** Only people answer, in the console: a program with a token or application password could allow itself more. */
@Injectable()
export class AuthorizationPolicy {
  answer({ principal, request }: RequestContext): Allowed {
    return (
      principal.sessionToken !== undefined ||
      request.method === 'OPTIONS' ||
      denied(principal, 'rest_cannot_authorize', 'Users connect agents themselves, in the console.')
    );
  }
}
