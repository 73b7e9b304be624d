import { Injectable } from '@nestjs/common';
import { RequestContext } from '../../../rest/route/context.js';

@Injectable()
export class ProxyPolicy {
  /** Only who writes has something to embed. */
  embed({ principal }: RequestContext): boolean {
    return principal.can('edit_posts');
  }
}
