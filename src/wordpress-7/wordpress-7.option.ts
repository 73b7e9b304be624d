import { type ServiceOption } from '../service-option.js';
import { BlockPatternsModule } from './block-patterns/block-patterns.module.js';
import { BlockTypesModule } from './block-types/block-types.module.js';
import { BlockDataModule } from './block-data/block-data.module.js';
import { FontsModule } from './fonts/fonts.module.js';
import { GlobalStylesModule } from './global-styles/global-styles.module.js';
import { menuItemsModule } from './menus/menu-items.module.js';
import { MenusModule } from './menus/menus.module.js';
import { NavigationFallbackModule } from './navigation-fallback/navigation-fallback.module.js';
import { PluginsModule } from './plugins/plugins.module.js';
import { C } from './profile.js';
import { templatesModule } from './templates/templates.module.js';
import { ThemesModule } from './themes/themes.module.js';
import { UrlDetailsModule } from './url-details/url-details.module.js';
import { WidgetsModule } from './widgets/widgets.module.js';

/** The interface of WordPress 7.1. */
export const WORDPRESS_7: ServiceOption = {
  profile: C,
  extensions: {
    'block-patterns': () => BlockPatternsModule,
    'block-types': () => BlockTypesModule,
    'block-data': () => BlockDataModule,
    fonts: () => FontsModule,
    'global-styles': () => GlobalStylesModule,
    'menu-items': menuItemsModule,
    menus: () => MenusModule,
    'navigation-fallback': () => NavigationFallbackModule,
    plugins: () => PluginsModule,
    templates: templatesModule,
    themes: () => ThemesModule,
    'url-details': () => UrlDetailsModule,
    widgets: () => WidgetsModule,
  },
};
