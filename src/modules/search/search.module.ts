import { Module, type Type } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { TermsContentModule } from '../terms/terms-content.module.js';
import { type ContentModel } from '../../site/model/content-model.js';
import { searchController } from './search.controller.js';
import { SearchPresenter } from './search.presenter.js';
import { SearchService } from './search.service.js';

/** Search over everything that has pages on the site. */
export function searchModule(model: ContentModel): Type<object> {
  @Module({
    imports: [EntriesModule, TermsContentModule],
    controllers: [searchController(model)],
    providers: [SearchService, SearchPresenter],
  })
  class SearchModule {}
  return SearchModule;
}
