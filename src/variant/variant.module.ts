import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { DeclaredCapabilitiesService } from '../access/declared-capabilities.service.js';
import { type LearnedSetting } from '../alongside/learning/learned-settings.js';
import { MetaModule } from '../modules/meta/meta.module.js';
import { TrashModule } from '../modules/trash/trash.module.js';
import { CrawlerAdminModule } from '../console/api/crawler-admin.module.js';
import { CacheModule } from '../modules/cache/cache.module.js';
import { FormsModule } from '../modules/forms/forms.module.js';
import { FormInboxModule } from '../console/inbox/form-inbox.module.js';
import { NestpressApiModule } from '../console/api/nestpress-api.module.js';
import { OembedProxyModule } from '../modules/oembed/proxy/oembed-proxy.module.js';
import { OembedModule } from '../modules/oembed/oembed.module.js';
import { PopupAdminModule } from '../console/api/popup-admin.module.js';
import { PopupsModule } from '../modules/popups/popups.module.js';
import { WordPressProxyModule } from '../alongside/proxy/wordpress-proxy.module.js';
import { ApplicationPasswordsModule } from '../modules/application-passwords/application-passwords.module.js';
import { BlockPatternsModule } from '../wordpress-7/block-patterns/block-patterns.module.js';
import { BlockTypesModule } from '../wordpress-7/block-types/block-types.module.js';
import { CommentsModule } from '../modules/comments/comments.module.js';
import { FontsModule } from '../wordpress-7/fonts/fonts.module.js';
import { menuItemsModule } from '../wordpress-7/menus/menu-items.module.js';
import { MenusModule } from '../wordpress-7/menus/menus.module.js';
import { MediaEditingModule } from '../modules/media/media-editing.module.js';
import { GlobalStylesModule } from '../wordpress-7/global-styles/global-styles.module.js';
import { NavigationFallbackModule } from '../wordpress-7/navigation-fallback/navigation-fallback.module.js';
import { MediaModule } from '../modules/media/media.module.js';
import { contentTypeModule } from '../modules/content-types/content-types.module.js';
import { PluginsModule } from '../wordpress-7/plugins/plugins.module.js';
import { searchModule } from '../modules/search/search.module.js';
import { settingsModule } from '../modules/settings/settings.module.js';
import { StatusesModule } from '../modules/statuses/statuses.module.js';
import { TaxonomiesModule } from '../modules/taxonomies/taxonomies.module.js';
import { templatesModule } from '../wordpress-7/templates/templates.module.js';
import { CategoriesModule, TagsModule, taxonomyModule } from '../modules/terms/terms.module.js';
import { PostsModule } from '../modules/posts/posts.module.js';
import { PostsPolicy } from '../modules/posts/posts.policy.js';
import { PagesPolicy } from '../modules/pages/pages.policy.js';
import { entryResourceOf } from '../modules/entries/entry-resource.js';
import { autosavesModule } from '../modules/revisions/revisions.module.js';
import { type PostType } from '../site/model/post-types.js';
import { PagesModule } from '../modules/pages/pages.module.js';
import { ThemesModule } from '../wordpress-7/themes/themes.module.js';
import { TypesModule } from '../modules/types/types.module.js';
import { UrlDetailsModule } from '../wordpress-7/url-details/url-details.module.js';
import { UsersModule } from '../modules/users/users.module.js';
import { WidgetsModule } from '../wordpress-7/widgets/widgets.module.js';
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
  'media-editing': () => MediaEditingModule,
  'global-styles': () => GlobalStylesModule,
  'menu-items': menuItemsModule,
  menus: () => MenusModule,
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

/** Post types and taxonomies with a module of their own; `contentTypeModule` and `taxonomyModule` serve all others. */
const TYPE_MODULES: ReadonlyMap<string, ReturnType<typeof contentTypeModule>> = new Map([
  ['post', { module: PostsModule, policy: PostsPolicy }],
  ['page', { module: PagesModule, policy: PagesPolicy }],
]);
const TAXONOMY_MODULES: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['category', CategoriesModule],
  ['post_tag', TagsModule],
]);

/** Routes of the post types and taxonomies, with the index of each namespace they are in. */
function contentModules(model: ContentModel): (Type | DynamicModule)[] {
  const { restTypes, restTaxonomies } = model;
  const namespaces = new Set([...restTypes, ...restTaxonomies].map(({ restNamespace }) => restNamespace));
  return [
    ...[...namespaces].map((namespace) => NamespaceModule.register(namespace)),
    ...restTypes.filter(({ hasOwnRoutes }) => !hasOwnRoutes).flatMap((type) => typeModules(model, type)),
    ...restTaxonomies
      .filter(({ hasOwnRoutes }) => !hasOwnRoutes)
      .map((taxonomy) => TAXONOMY_MODULES.get(taxonomy.name) ?? taxonomyModule(taxonomy)),
  ];
}

/** With the autosaves of a type, where the release has them. */
function typeModules(model: ContentModel, type: PostType): Type[] {
  const { module, policy } = TYPE_MODULES.get(type.name) ?? contentTypeModule(type);
  if (!type.supports.includes('autosave')) return [module];
  return [module, autosavesModule(entryResourceOf(model, type.name), policy, module)];
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
        MediaModule,
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
