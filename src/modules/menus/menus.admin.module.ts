import { Module } from '@nestjs/common';
import { MenusAdminController } from './menus.admin.controller.js';
import { MenusAdminPolicy } from './menus.admin.policy.js';
import { MenusAdminService } from './menus-admin.service.js';
import { MenusDataModule } from './menus-data.module.js';
import { PublicMenusController } from './public-menus.controller.js';

/** Menus with their items in nestpress/v1. */
@Module({
  imports: [MenusDataModule],
  controllers: [MenusAdminController, PublicMenusController],
  providers: [MenusAdminPolicy, MenusAdminService],
})
export class MenusAdminModule {}
