import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { DeclaredCapabilitiesService } from './access/declared-capabilities.service.js';
import { BlockPatternsModule } from './modules/block-patterns/block-patterns.module.js';
import { BlockTypesModule } from './modules/block-types/block-types.module.js';
import { BlockDataModule } from './modules/block-data/block-data.module.js';
import { FontsModule } from './modules/fonts/fonts.module.js';
import { GlobalStylesModule } from './modules/global-styles/global-styles.module.js';
import { menuItemsModule } from './modules/menus/menu-items.module.js';
import { MenusModule } from './modules/menus/menus.module.js';
import { NavigationFallbackModule } from './modules/menus/navigation-fallback.module.js';
import { PluginsModule } from './modules/plugins/plugins.module.js';
import { templatesModule } from './modules/templates/templates.module.js';
import { ThemesModule } from './modules/themes/themes.module.js';
import { UrlDetailsModule } from './modules/url-details/url-details.module.js';
import { WidgetsModule } from './modules/widgets/widgets.module.js';
import { type PluginSetting, settingsOfModules } from './modules/settings/plugin-settings.js';
import { MetaModule } from './modules/meta/meta.module.js';
import { TrashModule } from './modules/trash/trash.module.js';
import { CacheModule } from './modules/cache/cache.module.js';
import { FormsModule } from './modules/forms/forms.module.js';
import { OembedProxyModule } from './modules/oembed/proxy/oembed-proxy.module.js';
import { OembedModule } from './modules/oembed/oembed.module.js';
import { PopupsModule } from './modules/popups/popups.module.js';
import { ApplicationPasswordsModule } from './modules/application-passwords/application-passwords.module.js';
import { CommentsModule } from './modules/comments/comments.module.js';
import { MediaEditingModule } from './modules/media/media-editing.module.js';
import { MediaModule } from './modules/media/media.module.js';
import { ContentModule } from './modules/content/content.module.js';
import { contentTypeModule } from './modules/content-types/content-types.module.js';
import { searchModule } from './modules/search/search.module.js';
import { settingsModule } from './modules/settings/settings.module.js';
import { StatusesModule } from './modules/statuses/statuses.module.js';
import { TaxonomiesModule } from './modules/taxonomies/taxonomies.module.js';
import { AssignedTermsPolicy } from './modules/terms/assigned-terms.policy.js';
import { CategoriesModule, TagsModule, taxonomyModule } from './modules/terms/terms.module.js';
import { PostsModule } from './modules/posts/posts.module.js';
import { PostsPolicy } from './modules/posts/posts.policy.js';
import { PagesPolicy } from './modules/pages/pages.policy.js';
import { EntriesModule } from './modules/entries/entries.module.js';
import { EntryTermsPolicy } from './modules/entries/api/entry-terms.policy.js';
import { entryResourceOf } from './modules/entries/api/entry-resource.js';
import { revisionFields } from './modules/revisions/revisions.fields.js';
import { autosavesModule } from './modules/revisions/revisions.module.js';
import { type PostType } from './content-model/post-types.js';
import { PagesModule } from './modules/pages/pages.module.js';
import { TypesModule } from './modules/types/types.module.js';
import { UsersModule } from './modules/users/users.module.js';
import { BatchModule } from './rest/batch/batch.controller.js';
import { NamespaceModule } from './rest/discovery/index.controller.js';
import { type ContentModel, CORE_MODEL } from './content-model/content-model.js';
import { type MediaDialect } from './variant/media.variants.js';
import { PROFILE, type Profile } from './variant/profile.js';
import { profileOf, type VariantName } from './variant/profiles.js';

/** Modules of every variant, in the order of their routes. */
const CORE: (Type | DynamicModule)[] = [
  MetaModule,
  TypesModule,
  StatusesModule,
  TaxonomiesModule,
  UsersModule,
  CommentsModule,
  ContentModule,
];

type ModuleOf = (model: ContentModel) => Type;

/** Modules that only some variants have, by their names in profiles. */
const ROUTE_MODULES: ReadonlyMap<string, ModuleOf> = new Map<string, ModuleOf>(
  Object.entries({
    'application-passwords': () => ApplicationPasswordsModule,
    batch: () => BatchModule,
    cache: () => CacheModule,
    forms: () => FormsModule,
    'media-editing': () => MediaEditingModule,
    'oembed-proxy': () => OembedProxyModule,
    popups: () => PopupsModule,
    search: searchModule,
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
  }),
);

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

/** With the autosaves of a type, where the profile has them. */
function typeModules(model: ContentModel, type: PostType): Type[] {
  const { module, policy } = TYPE_MODULES.get(type.name) ?? contentTypeModule(type);
  if (!type.supports.includes('autosave')) return [module];
  return [module, autosavesModule(entryResourceOf(model, type.name), policy, module, revisionFields(model, type))];
}

interface VariantOptions {
  /** What the site has instead of the profile's. */
  readonly media?: Partial<MediaDialect> | undefined;
  /** Settings that plugins registered. */
  readonly settings?: readonly PluginSetting[] | undefined;
  readonly themeTemplates?: readonly string[] | undefined;
  /** In addition to those of the variant: `forms`, `popups`, `cache`, `fonts`. */
  readonly routeModules?: readonly string[] | undefined;
}

/** Imports the modules of a variant and of the content model, and provides the variant's profile. */
@Global()
@Module({})
export class VariantModule {
  static forRoot(
    variant: VariantName,
    model = CORE_MODEL,
    { media, settings, themeTemplates, routeModules }: VariantOptions = {},
  ): DynamicModule {
    const own = profileOf({ variant, themeTemplates, routeModules });
    const profile: Profile = media ? { ...own, media: { ...own.media, ...media } } : own;
    return {
      module: VariantModule,
      imports: [
        ...contentModules(model),
        EntriesModule,
        MediaModule,
        ...CORE,
        settingsModule([...(settings ?? []), ...settingsOfModules(model, settings ?? [])]),
        OembedModule,
        TrashModule,
        ...own.routeModules.map((name) => ROUTE_MODULES.get(name)!(model)),
      ],
      providers: [
        { provide: PROFILE, useValue: profile },
        { provide: AssignedTermsPolicy, useClass: EntryTermsPolicy },
        DeclaredCapabilitiesService,
      ],
      exports: [PROFILE, AssignedTermsPolicy],
    };
  }
}
