import { Module, type Type } from '@nestjs/common';
import { MenuCleanupModule } from './menu-cleanup.module.js';
import { type ContentModel } from '../../content-model/content-model.js';
import { MENU_ITEM_TYPE } from './menu-item.js';
import { type EntryResource } from '../entries/api/entry-resource.js';
import { autosavesModule } from '../revisions/revisions.module.js';
import { menuItemsController } from './menu-items.controller.js';
import { MENU_ITEM } from './menu-items.fields.js';
import { MenuItemsPolicy } from './menu-items.policy.js';
import { MenuItemsPresenter } from './menu-items.presenter.js';
import { MenuItemsService } from './menu-items.service.js';

/** Menu items and their autosaves. */
export function menuItemsModule(model: ContentModel): Type<object> {
  const type = model.types.get(MENU_ITEM_TYPE)!;

  @Module({
    imports: [MenuCleanupModule],
    controllers: [menuItemsController(model)],
    providers: [MenuItemsService, MenuItemsPolicy, MenuItemsPresenter],
    exports: [MenuItemsPolicy],
  })
  class MenuItemsModule {}

  // Only the names and types of the fields matter: autosaves have fields of their own.
  const fields = MENU_ITEM as unknown as EntryResource['fields'];
  const entries: EntryResource = { type, taxonomies: [], route: type.route, fields };
  @Module({ imports: [MenuItemsModule, autosavesModule(entries, MenuItemsPolicy, MenuItemsModule)] })
  class MenuItemRoutesModule {}
  return MenuItemRoutesModule;
}
