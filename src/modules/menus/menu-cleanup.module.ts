import { Module } from '@nestjs/common';
import { MenusDataModule } from './menus-data.module.js';
import { MenuCleanupService } from './menu-cleanup.service.js';
import { NavigationFallbackService } from './navigation-fallback.service.js';

/** Menus, kept up to date with the entries and terms that they lead to. */
@Module({
  imports: [MenusDataModule],
  providers: [MenuCleanupService, NavigationFallbackService],
  exports: [MenusDataModule, NavigationFallbackService],
})
export class MenuCleanupModule {}
