import { Injectable } from '@nestjs/common';
import { writeDto } from '../../rest/fields/resource-fields.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Item } from '../../rest/response/reply.js';
import { Args, can, Ctx, EDITABLE, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { COMMENT_RULES, type CommentRules } from './comment-rules.fields.js';
import { CommentRulesService } from './comment-rules.service.js';

@Injectable()
export class CommentRulesPolicy {
  manage({ principal }: RequestContext): Allowed {
    return principal.can('manage_options');
  }
}

const MANAGE = can(CommentRulesPolicy, 'manage');

class UpdateCommentRulesDto extends writeDto<CommentRules>(COMMENT_RULES, 'update') {}

/** The rules of the site for comments, which `wp/v2/settings` lacks. */
@RestController({ namespace: 'nestpress/v1', base: '/comment-rules', fields: COMMENT_RULES })
export class CommentRulesController {
  constructor(private readonly rules: CommentRulesService) {}

  @Route({ methods: READABLE, can: MANAGE })
  async read(): Promise<Item> {
    return new Item({ ...(await this.rules.read()) });
  }

  @Route({ methods: EDITABLE, args: UpdateCommentRulesDto, can: MANAGE })
  async update(@Ctx() { principal }: RequestContext, @Args() args: UpdateCommentRulesDto): Promise<Item> {
    return new Item({ ...(await this.rules.update(args, principal)) });
  }
}
