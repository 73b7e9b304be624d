import { Injectable } from '@nestjs/common';
import { RestRequest } from '../http/rest-request.js';
import { RequestContext } from '../http/request-context.js';
import { RouteRegistry } from '../route/route-registry.js';
import { type RestRoute } from '../route/route.types.js';
import { type Link } from './links.js';
import { type Item } from './reply.js';

const READS_ONLY = ['GET'];

/**
 * Adds the methods the requester may use to the `self` link of every item. Calls the policies of the item's route, which
 * find what they need among the values the request has loaded: services provide the items of a list to their RequestLoader.
 */
@Injectable()
export class TargetHintsService {
  constructor(private readonly registry: RouteRegistry) {}

  async add(ctx: RequestContext, items: readonly Item[]): Promise<void> {
    for (const item of items)
      for (const link of item.links.relations.get('self') ?? []) link.allow ??= await this.allowed(ctx, link);
  }

  /** Undefined if nothing is allowed. */
  private async allowed(ctx: RequestContext, { href, isUnreadable }: Link): Promise<readonly string[] | undefined> {
    const path = ctx.site.restPath(href);
    const found = path === undefined ? undefined : this.registry.find(path).next().value;
    if (!found) return undefined;
    const { route, params } = found;
    // An anonymous requester may read the item, which is in the response, and write nothing.
    if (ctx.principal.isAnonymous) return isUnreadable ? undefined : READS_ONLY;
    const request = new RestRequest('GET', path!, {}, {}, ctx.request.address, 'GET');
    request.pathParams = params;
    const allowed = await this.methods(route, ctx.at(request), isUnreadable !== true);
    return allowed.length > 0 ? allowed : undefined;
  }

  private async methods(route: RestRoute, ctx: RequestContext, isReadable: boolean): Promise<string[]> {
    const allowed: string[] = [];
    for (const endpoint of route.endpoints) {
      const reads = endpoint.methods.includes('GET');
      const args = reads ? undefined : endpoint.args.lenient(ctx);
      if (reads ? isReadable : args && (await endpoint.can(ctx, args)) === true) allowed.push(...endpoint.methods);
    }
    return allowed;
  }
}
