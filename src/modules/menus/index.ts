/** Public API of this folder, for the features. */
export { MENU_TAXONOMY, type MenuItem } from './menu-item.js';
export { MenuItemsLoader } from './menu-items.loader.js';
export { MenuLocationsService } from './menu-locations.service.js';
export { assignedMenus, mainMenu } from './menu-settings.store.js';
export { MenusDataModule } from './menus-data.module.js';
export { MenusAdminModule } from './menus.admin.module.js';
export { type PublicMenuItem, PublicMenusService } from './public-menus.service.js';
export { SiteMenuStore } from './site-menu.store.js';
