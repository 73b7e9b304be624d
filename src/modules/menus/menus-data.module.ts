import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { TermsDataModule } from '../terms/terms-data.module.js';
import { MenuItemsLoader } from './menu-items.loader.js';
import { MenuItemsStore } from './menu-items.store.js';
import { MenuItemsWriter } from './menu-items.writer.js';
import { MenuSettingsStore } from './menu-settings.store.js';
import { MenusWriter } from './menus.writer.js';
import { PublicMenusService } from './public-menus.service.js';

const PROVIDERS = [
  MenuSettingsStore,
  MenusWriter,
  MenuItemsStore,
  MenuItemsLoader,
  MenuItemsWriter,
  PublicMenusService,
];

/** Classic menus: terms of the taxonomy `nav_menu` with entries of the type `nav_menu_item`. */
@Module({
  imports: [TermsDataModule, EntriesModule],
  providers: PROVIDERS,
  exports: [TermsDataModule, EntriesModule, ...PROVIDERS],
})
export class MenusDataModule {}
