import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { ContentModel } from '../../content-model/index.js';
import { OptionsStore } from '../../database/index.js';
import { EntriesModule, EntriesStore } from '../../modules/entries/index.js';
import { TermsDataModule } from '../../modules/terms/index.js';
import { NamespaceModule } from '../../rest/discovery/index.controller.js';
import { type LanguageRuntime } from './language-fields.js';
import { LanguagesService } from './languages.service.js';
import { LanguagesSource } from './languages.source.js';
import { LanguagesController } from './pll/languages.controller.js';
import { LanguagesPolicy } from './pll/languages.policy.js';
import { PolylangLanguagesService } from './pll/polylang-languages.service.js';
import { PolylangSettingsController } from './pll/polylang-settings.controller.js';
import { PolylangSettingsService } from './pll/polylang-settings.service.js';
import { LanguageHooks } from './polylang/language-hooks.js';
import { PolylangMenusService } from './polylang/polylang-menus.service.js';
import { type PolylangOptions } from './polylang/polylang-options.js';
import { PolylangSource } from './polylang/polylang.source.js';
import { PolylangStore } from './polylang/polylang.store.js';
import { type WpmlOptions } from './wpml/wpml-options.js';
import { WpmlSource } from './wpml/wpml.source.js';
import { WpmlStore } from './wpml/wpml.store.js';
import { PolylangWritesService } from './polylang/polylang-writes.service.js';

const RUNTIME = Symbol('language runtime');

/** Connects the declared members and parameters with the application. */
function runtime(declared: LanguageRuntime, writes: Provider[] = []): Provider[] {
  return [
    LanguagesService,
    {
      provide: RUNTIME,
      inject: [LanguagesService, { token: PolylangWritesService, optional: true }],
      useFactory: (languages: LanguagesService, found?: PolylangWritesService) =>
        Object.assign(declared, { languages, ...(found && { writes: found }) }),
    },
    ...writes,
  ];
}

@Module({})
export class LanguagesModule {
  static forPolylang(declared: LanguageRuntime, options: PolylangOptions): DynamicModule {
    return {
      module: LanguagesModule,
      imports: [NamespaceModule.register('pll/v1'), EntriesModule, TermsDataModule],
      controllers: [LanguagesController, PolylangSettingsController],
      providers: [
        PolylangStore,
        {
          provide: PolylangSource,
          inject: [PolylangStore, EntriesStore, ContentModel],
          useFactory: (store: PolylangStore, entries: EntriesStore, model: ContentModel) =>
            new PolylangSource(store, entries, model, options),
        },
        { provide: LanguagesSource, useExisting: PolylangSource },
        LanguagesPolicy,
        PolylangLanguagesService,
        PolylangSettingsService,
        ...runtime(declared, [PolylangWritesService, PolylangMenusService, LanguageHooks]),
      ],
      exports: [LanguagesService],
    };
  }

  /** Languages of WPML are only read. */
  static forWpml(declared: LanguageRuntime, options: WpmlOptions): DynamicModule {
    return {
      module: LanguagesModule,
      imports: [EntriesModule, TermsDataModule],
      providers: [
        WpmlStore,
        {
          provide: LanguagesSource,
          inject: [WpmlStore, OptionsStore, ContentModel],
          useFactory: (store: WpmlStore, stored: OptionsStore, model: ContentModel) =>
            new WpmlSource(store, stored, model, options),
        },
        ...runtime(declared),
      ],
      exports: [LanguagesService],
    };
  }
}
