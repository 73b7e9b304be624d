import { Module } from '@nestjs/common';
import { EntriesModule } from '../../content/entries/entries.module.js';
import { TermsContentModule } from '../../content/terms/terms-content.module.js';
import { CategoriesController, TagsController } from './terms.controller.js';
import { TermsEmbeds } from './terms.embeds.js';
import { CategoriesPolicy, TagsPolicy } from './terms.policy.js';
import { TermsPresenter } from './terms.presenter.js';
import { TermsService } from './terms.service.js';
import { TermsWritingService } from './terms-writing.service.js';

/** Categories and tags. */
@Module({
  imports: [TermsContentModule, EntriesModule],
  controllers: [CategoriesController, TagsController],
  providers: [CategoriesPolicy, TagsPolicy, TermsService, TermsWritingService, TermsPresenter, TermsEmbeds],
})
export class TermsModule {}
