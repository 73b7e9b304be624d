import { Injectable } from '@nestjs/common';
import { denied } from '../../rest/errors/catalogue.js';
import { type RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type ListTermsDto, type ReadTermDto } from '../terms/terms.dto.js';
import { MENU_TAXONOMY } from './menu-item.js';
import { TermsPolicy } from '../terms/terms.policy.js';

/** Menu locations require the right to change theme options. */
export const THEME_CAPABILITY = 'edit_theme_options';

/** Menus and their items can be read by users who may change theme options and by all authors. */
export function checkMenusReadable({ principal, site }: RequestContext): true | RestError {
  const isWriter = () => site.model.restTypes.some(({ capabilities }) => principal.can(capabilities.edit_posts));
  return (
    principal.can(THEME_CAPABILITY) ||
    isWriter() ||
    denied(principal, 'rest_cannot_view', 'You may not see the menus of this site.')
  );
}

@Injectable()
export class MenusPolicy extends TermsPolicy {
  protected readonly taxonomy = MENU_TAXONOMY;

  override async list(ctx: RequestContext, args: Partial<ListTermsDto>): Promise<boolean | RestError> {
    const allowed = await super.list(ctx, args);
    return allowed === true ? checkMenusReadable(ctx) : allowed;
  }

  override async read(ctx: RequestContext, args: ReadTermDto): Promise<boolean | RestError> {
    const allowed = await super.read(ctx, args);
    return allowed === true ? checkMenusReadable(ctx) : allowed;
  }
}
