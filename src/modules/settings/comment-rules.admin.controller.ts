import { writeDto } from '../../rest/fields/resource-fields.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Item } from '../../rest/response/reply.js';
import { Args, can, Ctx, EDITABLE, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { COMMENT_RULES, type CommentRules } from './comment-rules.fields.js';
import { CommentRulesService } from './comment-rules.service.js';
import { SettingsPolicy } from './settings.policy.js';

class UpdateCommentRulesDto extends writeDto<CommentRules>(COMMENT_RULES, 'update') {}

const MANAGE = can(SettingsPolicy, 'manage');

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
