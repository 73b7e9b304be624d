import { Module } from '@nestjs/common';
import { MenusContentModule } from '../../modules/menus/menus-content.module.js';
import { MenuUpkeepService } from './menu-upkeep.service.js';
import { NavigationFallbackService } from './navigation-fallback.service.js';

/** Menus, kept up to date with the entries and terms that they lead to. */
@Module({
  imports: [MenusContentModule],
  providers: [MenuUpkeepService, NavigationFallbackService],
  exports: [MenusContentModule, NavigationFallbackService],
})
export class CurrentMenusModule {}
