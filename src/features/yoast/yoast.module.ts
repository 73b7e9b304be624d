import { type DynamicModule, Module } from '@nestjs/common';
import { EntriesModule, HeadFields } from '../../modules/entries/index.js';
import { TermsDataModule } from '../../modules/terms/index.js';
import { UsersDataModule } from '../../modules/users/index.js';
import { NamespaceModule } from '../../rest/discovery/index.controller.js';
import { EntryValuesStore } from './entry-values.store.js';
import { ContentFilesLoader } from './facts/content-files.loader.js';
import { EntrySubjectsLoader } from './facts/entry-subjects.loader.js';
import { ImagesLoader } from './facts/images.loader.js';
import { PersonsLoader } from './facts/persons.loader.js';
import { TermTrailsLoader } from './facts/term-trails.loader.js';
import { HeadsService } from './heads.service.js';
import { IndexablesStore } from './indexables.store.js';
import { IndexableHooks } from './indexable-hooks.js';
import { YoastSeoService } from './yoast-seo.service.js';
import { YoastOptionsService } from './yoast-options.service.js';
import { HeadOfUrlService } from './get-head/head-of-url.service.js';
import { GetHeadController } from './get-head/get-head.controller.js';

@Module({})
export class YoastModule {
  constructor(fields: HeadFields, heads: HeadsService) {
    fields.source = heads;
  }

  static forRoot(fields: HeadFields): DynamicModule {
    return {
      module: YoastModule,
      imports: [NamespaceModule.register('yoast/v1'), EntriesModule, TermsDataModule, UsersDataModule],
      controllers: [GetHeadController],
      providers: [
        { provide: HeadFields, useValue: fields },
        HeadsService,
        HeadOfUrlService,
        YoastOptionsService,
        IndexablesStore,
        IndexableHooks,
        YoastSeoService,
        EntryValuesStore,
        ContentFilesLoader,
        EntrySubjectsLoader,
        ImagesLoader,
        PersonsLoader,
        TermTrailsLoader,
      ],
    };
  }
}
