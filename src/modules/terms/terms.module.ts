import { Injectable, Module, type OnModuleInit, type Type } from '@nestjs/common';
import { named } from '../../rest/route/route.decorators.js';
import { ContentModel } from '../../content-model/content-model.js';
import { type Taxonomy } from '../../content-model/taxonomies.js';
import { ItemCacheModule } from '../item-cache/item-cache.module.js';
import { TermsDataModule } from './terms-data.module.js';
import { TermsEmbedsService } from './terms-embeds.service.js';
import { TermsWritingService } from './terms-writing.service.js';
import { CategoriesController, TagsController, termsController } from './terms.controller.js';
import { termResource } from './terms.fields.js';
import { CategoriesPolicy, TagsPolicy, TermsPolicy } from './terms.policy.js';
import { TermsPresenter } from './terms.presenter.js';
import { TermsListService } from './terms-list.service.js';
import { TermsService } from './terms.service.js';

/** Providers shared by all taxonomies. */
@Module({
  imports: [ItemCacheModule, TermsDataModule],
  providers: [TermsService, TermsListService, TermsWritingService, TermsPresenter, TermsEmbedsService],
  exports: [TermsDataModule, TermsService, TermsListService, TermsWritingService, TermsEmbedsService],
})
class TermResourcesModule implements OnModuleInit {
  constructor(
    private readonly embeds: TermsEmbedsService,
    private readonly model: ContentModel,
  ) {}

  onModuleInit(): void {
    for (const { name, hasOwnRoutes } of this.model.restTaxonomies)
      if (!hasOwnRoutes) this.embeds.register(termResource(this.model, name));
  }
}

@Module({ imports: [TermResourcesModule], controllers: [CategoriesController], providers: [CategoriesPolicy] })
export class CategoriesModule {}

@Module({ imports: [TermResourcesModule], controllers: [TagsController], providers: [TagsPolicy] })
export class TagsModule {}

/** The Nest module of a declared taxonomy. */
export function taxonomyModule(taxonomy: Taxonomy): Type<object> {
  const { name, restBase = '' } = taxonomy;

  @Injectable()
  class TaxonomyPolicy extends TermsPolicy {
    protected readonly taxonomy = name;
  }
  named(TaxonomyPolicy, restBase, 'Policy');

  class TaxonomyController extends termsController(taxonomy, TaxonomyPolicy) {}

  @Module({
    imports: [TermResourcesModule],
    controllers: [named(TaxonomyController, restBase, 'Controller')],
    providers: [TaxonomyPolicy],
  })
  class TaxonomyModule {}
  return named(TaxonomyModule, restBase, 'Module');
}
