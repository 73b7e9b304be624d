import { type DynamicModule, Module } from '@nestjs/common';
import { EntriesModule } from '../../modules/entries/index.js';
import { TermsDataModule } from '../../modules/terms/index.js';
import { UsersDataModule } from '../../modules/users/index.js';
import { AcfDeclarations } from './acf-declarations.js';
import { AcfFieldsService } from './acf-fields.service.js';
import { FieldSets } from './field-sets.js';
import { FieldFormsController } from './forms/field-forms.controller.js';
import { FieldFormsPolicy } from './forms/field-forms.policy.js';
import { FieldFormsService } from './forms/field-forms.service.js';
import { ItemRowsStore } from './values/item-rows.store.js';
import { OptionRowsStore } from './options-pages/option-rows.store.js';
import { OptionsPagesController } from './options-pages/options-pages.controller.js';
import { OptionsPagesPolicy } from './options-pages/options-pages.policy.js';
import { OptionsPagesService } from './options-pages/options-pages.service.js';
import { ReferencesLoader } from './values/references.loader.js';
import { ReferencesStore } from './values/references.store.js';
import { AcfWritingService } from './writing/acf-writing.service.js';

@Module({})
export class AcfModule {
  constructor(declarations: AcfDeclarations, reading: AcfFieldsService, writing: AcfWritingService) {
    declarations.reading = reading;
    declarations.writing = writing;
  }

  /** `hasAdminApi`: whether the service has the namespace of forms and options pages. */
  static forRoot(declarations: AcfDeclarations, { hasAdminApi }: { hasAdminApi: boolean }): DynamicModule {
    const hasPages = hasAdminApi && declarations.sets.definitions.pages.length > 0;
    return {
      module: AcfModule,
      imports: [EntriesModule, TermsDataModule, UsersDataModule],
      controllers: [...(hasAdminApi ? [FieldFormsController] : []), ...(hasPages ? [OptionsPagesController] : [])],
      providers: [
        ...(hasPages ? [OptionsPagesService, OptionsPagesPolicy, OptionRowsStore] : []),
        ...(hasAdminApi ? [FieldFormsService, FieldFormsPolicy] : []),
        { provide: AcfDeclarations, useValue: declarations },
        { provide: FieldSets, useValue: declarations.sets },
        AcfFieldsService,
        AcfWritingService,
        ItemRowsStore,
        ReferencesLoader,
        ReferencesStore,
      ],
      // For features that show the same fields elsewhere.
      exports: [FieldSets],
      global: true,
    };
  }
}
