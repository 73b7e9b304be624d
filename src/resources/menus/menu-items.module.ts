import { Module, type Type } from '@nestjs/common';
import { MenusContentModule } from '../../content/menus/menus-content.module.js';
import { type ContentModel } from '../../site/model/content-model.js';
import { menuItemsController } from './menu-items.controller.js';
import { MenuItemsPolicy } from './menu-items.policy.js';
import { MenuItemsPresenter } from './menu-items.presenter.js';
import { MenuItemsService } from './menu-items.service.js';

export function menuItemsModule(model: ContentModel): Type<object> {
  @Module({
    imports: [MenusContentModule],
    controllers: [menuItemsController(model)],
    providers: [MenuItemsService, MenuItemsPolicy, MenuItemsPresenter],
  })
  class MenuItemsModule {}
  return MenuItemsModule;
}
