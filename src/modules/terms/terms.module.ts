import { Injectable, Module, type OnModuleInit, type Type } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { TermsContentModule } from './terms-content.module.js';
import { named } from '../../rest/route/route.decorators.js';
import { type ContentModel } from '../../site/model/content-model.js';
import { type Taxonomy } from '../../site/model/taxonomies.js';
import { termsController } from './terms.controller.js';
import { TermsEmbedsService } from './terms-embeds.service.js';
import { termResource } from './terms.fields.js';
import { TermsPolicy } from './terms.policy.js';
import { TermsPresenter } from './terms.presenter.js';
import { TermsService } from './terms.service.js';
import { TermsWritingService } from './terms-writing.service.js';

/** Providers shared by all taxonomies. */
@Module({
  imports: [TermsContentModule, EntriesModule],
  providers: [TermsService, TermsWritingService, TermsPresenter, TermsEmbedsService],
  exports: [TermsContentModule, EntriesModule, TermsService, TermsWritingService, TermsEmbedsService],
})
class TermResourcesModule {}

/** The Nest module of a taxonomy: controller, policy and embeds of its terms. */
export function taxonomyModule(model: ContentModel, taxonomy: Taxonomy): Type<object> {
  const resource = termResource(model, taxonomy);

  @Injectable()
  class TaxonomyPolicy extends TermsPolicy {
    protected readonly resource = resource;
  }
  named(TaxonomyPolicy, resource.base, 'Policy');

  @Module({
    imports: [TermResourcesModule],
    controllers: [named(termsController(resource, TaxonomyPolicy), resource.base, 'Controller')],
    providers: [TaxonomyPolicy],
  })
  class TaxonomyModule implements OnModuleInit {
    constructor(private readonly embeds: TermsEmbedsService) {}

    onModuleInit(): void {
      this.embeds.register(resource);
    }
  }
  return named(TaxonomyModule, resource.base, 'Module');
}
