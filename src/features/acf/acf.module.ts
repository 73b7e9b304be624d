import { type DynamicModule, Module } from '@nestjs/common';
import { EntriesModule } from '../../modules/entries/entries.module.js';
import { TermsDataModule } from '../../modules/terms/terms-data.module.js';
import { UsersDataModule } from '../../modules/users/users-data.module.js';
import { AcfDeclarations } from './acf-declarations.js';
import { AcfFieldsService } from './acf-fields.service.js';
import { FieldSets } from './field-sets.js';
import { ItemRowsStore } from './values/item-rows.store.js';
import { ReferencesLoader } from './values/references.loader.js';
import { ReferencesStore } from './values/references.store.js';
import { AcfWritingService } from './writing/acf-writing.service.js';

@Module({})
export class AcfModule {
  constructor(declarations: AcfDeclarations, reading: AcfFieldsService, writing: AcfWritingService) {
    declarations.reading = reading;
    declarations.writing = writing;
  }

  static forRoot(declarations: AcfDeclarations): DynamicModule {
    return {
      module: AcfModule,
      imports: [EntriesModule, TermsDataModule, UsersDataModule],
      providers: [
        { provide: AcfDeclarations, useValue: declarations },
        { provide: FieldSets, useValue: declarations.sets },
        AcfFieldsService,
        AcfWritingService,
        ItemRowsStore,
        ReferencesLoader,
        ReferencesStore,
      ],
    };
  }
}
