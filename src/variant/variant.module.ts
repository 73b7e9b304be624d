import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { DeclaredCapabilitiesService } from '../access/declared-capabilities.service.js';
import { type LearnedSetting } from '../content/learning/learned-settings.js';
import { MetaModule } from '../content/meta/meta.module.js';
import { TrashModule } from '../content/trash/trash.module.js';
import { CrawlerAdminModule } from '../extensions/cache/admin/crawler-admin.module.js';
import { CacheModule } from '../extensions/cache/cache.module.js';
import { FormsModule } from '../extensions/forms/forms.module.js';
import { FormInboxModule } from '../extensions/forms/inbox/form-inbox.module.js';
import { NestpressApiModule } from '../extensions/nestpress/nestpress-api.module.js';
import { OembedProxyModule } from '../extensions/oembed/proxy/oembed-proxy.module.js';
import { OembedModule } from '../extensions/oembed/oembed.module.js';
import { PopupAdminModule } from '../extensions/popups/admin/popup-admin.module.js';
import { PopupsModule } from '../extensions/popups/popups.module.js';
import { WordPressProxyModule } from '../extensions/wordpress/wordpress-proxy.module.js';
import { ApplicationPasswordsModule } from '../resources/application-passwords/application-passwords.module.js';
import { BlockPatternsModule } from '../resources/block-patterns/block-patterns.module.js';
import { BlockTypesModule } from '../resources/block-types/block-types.module.js';
import { CommentsModule } from '../resources/comments/comments.module.js';
import { FontsModule } from '../resources/fonts/fonts.module.js';
import { menuItemsModule } from '../resources/menus/menu-items.module.js';
import { menusModule } from '../resources/menus/menus.module.js';
import { mediaEditingModule } from '../resources/media/media-editing.module.js';
import { GlobalStylesModule } from '../resources/global-styles/global-styles.module.js';
import { NavigationFallbackModule } from '../resources/navigation-fallback/navigation-fallback.module.js';
import { mediaModule } from '../resources/media/media.module.js';
import { contentTypeModule } from '../resources/content-types/content-type.module.js';
import { PluginsModule } from '../resources/plugins/plugins.module.js';
import { searchModule } from '../resources/search/search.module.js';
import { settingsModule } from '../resources/settings/settings.module.js';
import { StatusesModule } from '../resources/statuses/statuses.module.js';
import { TaxonomiesModule } from '../resources/taxonomies/taxonomies.module.js';
import { templatesModule } from '../resources/templates/templates.module.js';
import { taxonomyModule } from '../resources/terms/terms.module.js';
import { ThemesModule } from '../resources/themes/themes.module.js';
import { TypesModule } from '../resources/types/types.module.js';
import { UrlDetailsModule } from '../resources/url-details/url-details.module.js';
import { UsersModule } from '../resources/users/users.module.js';
import { WidgetsModule } from '../resources/widgets/widgets.module.js';
import { BatchModule } from '../rest/batch/batch.controller.js';
import { NamespaceModule } from '../rest/discovery/index.controller.js';
import { type ContentModel, CORE_MODEL } from '../site/model/content-model.js';
import { type MediaDialect, PROFILE, type Profile } from './profile.js';
import { PROFILES, type VariantName } from './profiles.js';

/** Modules of every variant, in the order of their routes. */
const CORE: (Type | DynamicModule)[] = [
  MetaModule,
  TypesModule,
  StatusesModule,
  TaxonomiesModule,
  UsersModule,
  CommentsModule,
];

/** Extension modules, by their names in profiles. */
const EXTENSIONS: Readonly<Record<string, (model: ContentModel) => Type>> = {
  'application-passwords': () => ApplicationPasswordsModule,
  batch: () => BatchModule,
  'block-patterns': () => BlockPatternsModule,
  'block-types': () => BlockTypesModule,
  cache: () => CacheModule,
  fonts: () => FontsModule,
  forms: () => FormsModule,
  'media-editing': mediaEditingModule,
  'global-styles': () => GlobalStylesModule,
  'menu-items': menuItemsModule,
  menus: menusModule,
  'navigation-fallback': () => NavigationFallbackModule,
  'oembed-proxy': () => OembedProxyModule,
  plugins: () => PluginsModule,
  popups: () => PopupsModule,
  search: searchModule,
  templates: templatesModule,
  themes: () => ThemesModule,
  'url-details': () => UrlDetailsModule,
  'wordpress-proxy': () => WordPressProxyModule,
  widgets: () => WidgetsModule,
};

/** Modules of nestpress/v1 for the profile's extensions. */
const EXTENSION_APIS: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['cache', CrawlerAdminModule],
  ['forms', FormInboxModule],
  ['popups', PopupAdminModule],
]);

/** Routes of the post types and taxonomies, with the index of each namespace they are in. */
function contentModules(model: ContentModel): (Type | DynamicModule)[] {
  const { restTypes, restTaxonomies } = model;
  const namespaces = new Set([...restTypes, ...restTaxonomies].map(({ restNamespace }) => restNamespace));
  return [
    ...[...namespaces].map((namespace) => NamespaceModule.register(namespace)),
    ...restTypes.filter(({ hasOwnRoutes }) => !hasOwnRoutes).map((type) => contentTypeModule(model, type)),
    ...restTaxonomies.filter(({ hasOwnRoutes }) => !hasOwnRoutes).map((taxonomy) => taxonomyModule(model, taxonomy)),
  ];
}

interface VariantOptions {
  readonly hasApi?: boolean;
  /** What the site has instead of the profile's. */
  readonly media?: Partial<MediaDialect> | undefined;
  /** Settings that plugins registered. */
  readonly settings?: readonly LearnedSetting[] | undefined;
}

/** Imports the modules of a variant and of the content model, and provides the variant's profile. */
@Global()
@Module({})
export class VariantModule {
  /** With `hasApi` also the namespace nestpress/v1. */
  static forRoot(
    name: VariantName,
    model = CORE_MODEL,
    { hasApi = false, media, settings }: VariantOptions = {},
  ): DynamicModule {
    const own = PROFILES[name];
    const profile: Profile = media ? { ...own, media: { ...own.media, ...media } } : own;
    return {
      module: VariantModule,
      imports: [
        ...contentModules(model),
        mediaModule(model),
        ...CORE,
        settingsModule(settings),
        OembedModule,
        TrashModule,
        ...own.extensions.map((extension) => EXTENSIONS[extension]!(model)),
        ...(hasApi ? [NestpressApiModule, ...apisOf(own.extensions)] : []),
      ],
      providers: [{ provide: PROFILE, useValue: profile }, DeclaredCapabilitiesService],
      exports: [PROFILE],
    };
  }
}

function apisOf(extensions: readonly string[]): Type[] {
  return extensions.flatMap((extension) => EXTENSION_APIS.get(extension) ?? []);
}
