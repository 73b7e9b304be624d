import { Module, type OnModuleInit, Optional } from '@nestjs/common';
import { EntriesModule } from '../../modules/entries/index.js';
import { TermsDataModule } from '../../modules/terms/index.js';
import { FieldSets } from '../acf/field-sets.js';
import { OptionRowsStore } from '../acf/options-pages/option-rows.store.js';
import { ItemRowsStore } from '../acf/values/item-rows.store.js';
import { GraphAdditionsModule } from '../graphql/graph-additions.module.js';
import { GraphAdditionsRegistry } from '../graphql/schema/graph-additions.registry.js';
import { FieldGroupTypes } from './field-group-types.js';
import { GraphValuesService } from './graph-values.service.js';

@Module({
  imports: [GraphAdditionsModule, EntriesModule, TermsDataModule],
  providers: [GraphValuesService, ItemRowsStore, OptionRowsStore],
})
export class AcfGraphqlModule implements OnModuleInit {
  constructor(
    private readonly additions: GraphAdditionsRegistry,
    private readonly values: GraphValuesService,
    /** Absent where the site has no definitions. */
    @Optional() private readonly sets?: FieldSets,
  ) {}

  onModuleInit(): void {
    const { sets, values } = this;
    if (!sets) return;
    this.additions.add({
      extend: (text, content) => new FieldGroupTypes(text, content, sets.definitions, values).define(),
    });
  }
}
