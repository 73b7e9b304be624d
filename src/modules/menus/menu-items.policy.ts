import { Injectable } from '@nestjs/common';
import { MENU_ITEM_TYPE } from './menu-item.js';
import { type ContextDto } from '../../rest/args/common.dto.js';
import { isTruthy } from '../../text/php/php-values.js';
import { type RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { type PostTypeCapabilities } from '../../content-model/capabilities.js';
import {
  alreadyExists,
  cannotAssignTerm,
  cannotCreate,
  cannotDelete,
  cannotEdit,
  forbiddenContext,
  unknownEntry,
} from '../entries/api/entry.errors.js';
import { type EntryIdDto } from '../entries/api/entry-write.dto.js';
import { checkMenusReadable } from './menus.policy.js';
import { type MenuItemInput, type ReadMenuItemDto } from './menu-items.dto.js';
import { MenuItemsService } from './menu-items.service.js';

type MenuDto = Partial<Pick<MenuItemInput, 'menus'>>;

/** Menu items belong to the theme: they have no owner, so only capabilities decide. */
@Injectable()
export class MenuItemsPolicy {
  constructor(private readonly items: MenuItemsService) {}

  list(ctx: RequestContext, { context }: ContextDto): Allowed {
    if (context === 'edit' && !can(ctx, 'edit_posts')) return forbiddenContext(ctx.principal);
    return checkMenusReadable(ctx);
  }

  async read(ctx: RequestContext, { id, context }: ReadMenuItemDto): Promise<boolean | RestError> {
    const entry = await this.items.find(ctx, id);
    if (!entry) return unknownEntry();
    if (context === 'edit' && !can(ctx, 'edit_posts')) return forbiddenContext(ctx.principal);
    if (entry.status !== 'publish' && !can(ctx, 'edit_posts')) return false;
    return checkMenusReadable(ctx);
  }

  create(ctx: RequestContext, args: MenuDto): Allowed {
    // Raw: creating declares no `id`, and a body that brings one is refused.
    if (isTruthy(ctx.request.param('id'))) return alreadyExists();
    return can(ctx, 'create_posts') ? checkMenu(ctx, args) : cannotCreate(ctx.principal);
  }

  async update(ctx: RequestContext, args: EntryIdDto & MenuDto): Promise<true | RestError> {
    if (!(await this.items.find(ctx, args.id))) return unknownEntry();
    return can(ctx, 'edit_posts') ? checkMenu(ctx, args) : cannotEdit(ctx.principal);
  }

  async delete(ctx: RequestContext, { id }: EntryIdDto): Promise<boolean | RestError> {
    if (!(await this.items.find(ctx, id))) return unknownEntry();
    return can(ctx, 'delete_posts') || cannotDelete(ctx.principal);
  }
}

/** No menu has the ID 0, so no user may assign it; other unknown menus are reported when the item is written. */
function checkMenu({ principal, request }: RequestContext, { menus }: MenuDto): true | RestError {
  // Raw: null counts as 0, but is not passed on as an argument.
  const menu = request.names('menus') ? (menus ?? 0) : undefined;
  return menu !== 0 || cannotAssignTerm(principal);
}

function can({ principal, site }: RequestContext, question: keyof PostTypeCapabilities): boolean {
  return principal.can(site.model.types.get(MENU_ITEM_TYPE)!.capabilities[question]);
}
