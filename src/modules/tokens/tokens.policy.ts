import { Injectable } from '@nestjs/common';
import { denied } from '../../rest/errors/catalogue.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type Allowed } from '../../rest/route/route.types.js';

@Injectable()
export class TokensPolicy {
  /** The bearer of a refresh token may end it. */
  revoke({ principal, request }: RequestContext, { refresh_token: token }: { refresh_token?: string }): Allowed {
    const isOwn = principal.token !== undefined;
    return (
      isOwn ||
      token !== undefined ||
      request.method !== 'DELETE' ||
      denied(principal, 'rest_cannot_delete', 'The request has no token.')
    );
  }
}
