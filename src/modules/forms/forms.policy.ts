import { Injectable } from '@nestjs/common';
import { isTruthy } from '../../text/php/php-values.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { type FormIdDto } from './forms.dto.js';
import { forbidden, formExists, formNotFound, FormsService } from './forms.service.js';

/** Checks that the form exists before permissions: challenges are public, so its existence is no secret. */
@Injectable()
export class FormsPolicy {
  constructor(private readonly forms: FormsService) {}

  list(ctx: RequestContext): Allowed {
    return ctx.principal.can('edit_posts') || forbidden();
  }

  create(ctx: RequestContext): Allowed {
    // Raw: creating declares no `id`, and a request that brings one is refused.
    if (isTruthy(ctx.request.param('id'))) return formExists();
    return ctx.principal.can('publish_pages') || forbidden();
  }

  async manage(ctx: RequestContext, { id }: FormIdDto): Promise<Awaited<Allowed>> {
    if (!(await this.forms.find(ctx, id))) return formNotFound();
    return ctx.principal.can('publish_pages') || forbidden();
  }

  async visit(ctx: RequestContext, { id }: FormIdDto): Promise<Awaited<Allowed>> {
    return (await this.forms.find(ctx, id)) ? true : formNotFound();
  }
}
