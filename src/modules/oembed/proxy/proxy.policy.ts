import { Injectable } from '@nestjs/common';
import { RequestContext } from '../../../rest/http/request-context.js';

@Injectable()
export class ProxyPolicy {
  /** Only users who can write posts may use the proxy. */
  embed({ principal }: RequestContext): boolean {
    return principal.can('edit_posts');
  }
}
