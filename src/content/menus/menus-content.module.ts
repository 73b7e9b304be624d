import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { TermsContentModule } from '../terms/terms-content.module.js';
import { MenuItemsLoader } from './menu-items.loader.js';
import { MenuItemsWriter } from './menu-items.writer.js';
import { MenuSettingsStore } from './menu-settings.store.js';
import { MenusWriter } from './menus.writer.js';

/** Classic menus: terms of the taxonomy `nav_menu` with entries of the type `nav_menu_item`. */
@Module({
  imports: [TermsContentModule, EntriesModule],
  providers: [MenuSettingsStore, MenusWriter, MenuItemsLoader, MenuItemsWriter],
  exports: [TermsContentModule, EntriesModule, MenuSettingsStore, MenusWriter, MenuItemsLoader, MenuItemsWriter],
})
export class MenusContentModule {}
