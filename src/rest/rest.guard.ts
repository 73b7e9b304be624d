import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { type CommitCheck } from '../database/commit-check.js';
import { PROFILE, type Profile } from '../variant/profile.js';
import { ANONYMOUS_JSON_VALUES, JSON_VALUES } from './budget.js';
import { authErrorStatus } from './errors/catalogue.js';
import { RestError } from './errors/rest-error.js';
import { parseJsonBody } from './http/body.js';
import { ItemVersionService } from './response/item-version.service.js';
import { type RequestContext } from './http/request-context.js';
import { type RestExpressRequest } from './observe/request-record.js';
import { type RestExchange } from './route/route.types.js';
import { isJsonRequest } from './rest.middleware.js';

/** Validates arguments before checking permissions: an invalid argument is a 400 for every requester. */
@Injectable()
export class RestGuard implements CanActivate {
  constructor(
    private readonly versions: ItemVersionService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<RestExpressRequest>();
    const exchange = request.rest;
    if (!exchange?.endpoint) return true;
    const { ctx, endpoint } = exchange;
    if (ctx.request.upload)
      await ctx.request.upload.readArguments(ctx.request, ctx.principal.can(endpoint.body!.upload));
    else if (request.restBody?.length && isJsonRequest(ctx.request, this.profile.rest))
      ctx.request.json = parseJsonBody(request.restBody, this.jsonValues(ctx));
    exchange.args = await endpoint.args.check(ctx);
    const allowed = await endpoint.can(ctx, exchange.args);
    if (allowed === true && exchange.commitCheck) await this.check(exchange, exchange.commitCheck);
    if (allowed === true) return true;
    if (allowed !== false) throw allowed;
    const status = this.profile.rest.unauthorizedForAnonymous ? authErrorStatus(ctx.principal) : 403;
    throw new RestError('rest_forbidden', 'Sorry, you are not allowed to do that.', status);
  }

  private async check(exchange: RestExchange, commitCheck: CommitCheck): Promise<void> {
    if (this.versions.isConditional(exchange)) await this.versions.assertMatch(exchange, commitCheck);
    await exchange.repeatable?.claim(commitCheck);
  }

  private jsonValues({ principal, request }: RequestContext): number {
    return principal.isAnonymous || request.method === 'GET' ? ANONYMOUS_JSON_VALUES : JSON_VALUES;
  }
}
