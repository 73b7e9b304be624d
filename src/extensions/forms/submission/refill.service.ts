import { Injectable } from '@nestjs/common';
import { Reply } from '../../../rest/response/reply.js';
import { type RequestContext } from '../../../rest/route/context.js';
import { FormTokens } from '../checks/form-token.js';
import { FormsService } from '../forms.service.js';
import { tagsOf } from '../template/parse-template.js';
import { Challenges } from './challenges.service.js';

export const NEVER_KEPT = { 'Cache-Control': 'no-store' };

/** Fresh challenges for a form on a page that may be old. With `?token=1` also the token that says when it was shown. */
@Injectable()
export class RefillService {
  constructor(
    private readonly forms: FormsService,
    private readonly challenges: Challenges,
    private readonly tokens: FormTokens,
  ) {}

  async refill(ctx: RequestContext): Promise<Reply> {
    const { id, properties } = await this.forms.found(ctx);
    const fresh = await this.challenges.fresh(id, tagsOf(properties.form), ctx.site.home);
    const answer = { ...fresh, ...(ctx.request.query.token !== undefined && { token: await this.tokens.issue(id) }) };
    return new Reply(Object.keys(answer).length > 0 ? answer : [], 200, NEVER_KEPT);
  }
}
