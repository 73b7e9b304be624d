import { Injectable } from '@nestjs/common';
import { Reply } from '../../../rest/response/reply.js';
import { type RequestContext } from '../../../rest/route/context.js';
import { FormTokensService } from '../checks/form-tokens.service.js';
import { FormsService } from '../forms.service.js';
import { tagsOf } from '../template/parse-template.js';
import { ChallengesService } from './challenges.service.js';

export const NO_STORE = { 'Cache-Control': 'no-store' };

/** Fresh challenges for a form on a page that may be old. With `?token=1` also the token that says when it was shown. */
@Injectable()
export class RefillService {
  constructor(
    private readonly forms: FormsService,
    private readonly challenges: ChallengesService,
    private readonly tokens: FormTokensService,
  ) {}

  async refill(ctx: RequestContext): Promise<Reply> {
    const { id, properties } = await this.forms.found(ctx);
    const fresh = await this.challenges.fresh(id, tagsOf(properties.form), ctx.site.home);
    const answer = { ...fresh, ...(ctx.request.query.token !== undefined && { token: await this.tokens.issue(id) }) };
    return new Reply(Object.keys(answer).length > 0 ? answer : [], 200, NO_STORE);
  }
}
