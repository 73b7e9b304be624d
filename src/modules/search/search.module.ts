import { Module, type Type } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { TermsDataModule } from '../terms/terms-data.module.js';
import { type ContentModel } from '../../content-model/content-model.js';
import { searchController } from './search.controller.js';
import { SearchPresenter } from './search.presenter.js';
import { SearchService } from './search.service.js';

/** Search over everything that has pages on the site. */
export function searchModule(model: ContentModel): Type<object> {
  @Module({
    imports: [EntriesModule, TermsDataModule],
    controllers: [searchController(model)],
    providers: [SearchService, SearchPresenter],
  })
  class SearchModule {}
  return SearchModule;
}
