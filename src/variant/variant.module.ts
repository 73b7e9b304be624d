import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { TrashModule } from '../content/trash/trash.module.js';
import { CacheModule } from '../extensions/cache/cache.module.js';
import { FormsModule } from '../extensions/forms/forms.module.js';
import { OembedProxyModule } from '../extensions/oembed/proxy/oembed-proxy.module.js';
import { OembedModule } from '../extensions/oembed/oembed.module.js';
import { PopupsModule } from '../extensions/popups/popups.module.js';
import { CommentsModule } from '../resources/comments/comments.module.js';
import { MediaModule } from '../resources/media/media.module.js';
import { PagesModule } from '../resources/pages/pages.module.js';
import { PostsModule } from '../resources/posts/posts.module.js';
import { SettingsModule } from '../resources/settings/settings.module.js';
import { StatusesModule } from '../resources/statuses/statuses.module.js';
import { TaxonomiesModule } from '../resources/taxonomies/taxonomies.module.js';
import { TermsModule } from '../resources/terms/terms.module.js';
import { TypesModule } from '../resources/types/types.module.js';
import { UsersModule } from '../resources/users/users.module.js';
import { NamespaceModule } from '../rest/discovery/index.controller.js';
import { PROFILE } from './profile.js';
import { PROFILES, type VariantName } from './profiles.js';

/** Modules every variant has. */
const CORE: (Type | DynamicModule)[] = [
  NamespaceModule.register('wp/v2'),
  PostsModule,
  PagesModule,
  MediaModule,
  TypesModule,
  StatusesModule,
  TaxonomiesModule,
  TermsModule,
  UsersModule,
  CommentsModule,
  SettingsModule,
  OembedModule,
  TrashModule,
];

/** Modules a profile names among its extensions. */
const EXTENSIONS: Readonly<Record<string, Type>> = {
  cache: CacheModule,
  forms: FormsModule,
  'oembed-proxy': OembedProxyModule,
  popups: PopupsModule,
};

/** Brings in what a variant has, and tells everybody which profile is active. */
@Global()
@Module({})
export class VariantModule {
  static forRoot(name: VariantName): DynamicModule {
    const profile = PROFILES[name];
    return {
      module: VariantModule,
      imports: [...CORE, ...profile.extensions.map((extension) => EXTENSIONS[extension]!)],
      providers: [{ provide: PROFILE, useValue: profile }],
      exports: [PROFILE],
    };
  }
}
