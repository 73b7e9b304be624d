import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ContentModel, CORE_MODEL } from '../content-model/content-model.js';
import { NetworkStore } from './network.store.js';
import { type SiteSettings } from './site.js';
import { SITE_SETTINGS, SiteService } from './site.service.js';
import { SiteLanguagesRegistry } from './site-languages.js';
import { SiteIconStore } from './site-icon.store.js';

@Global()
@Module({})
export class SiteModule {
  static forRoot(settings: SiteSettings): DynamicModule {
    return {
      module: SiteModule,
      providers: [
        { provide: SITE_SETTINGS, useValue: settings },
        { provide: ContentModel, useValue: settings.model ?? CORE_MODEL },
        SiteLanguagesRegistry,
        SiteService,
        SiteIconStore,
        NetworkStore,
      ],
      exports: [SITE_SETTINGS, ContentModel, SiteLanguagesRegistry, SiteService, SiteIconStore, NetworkStore],
    };
  }
}
