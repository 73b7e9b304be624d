import { Module, type OnModuleInit } from '@nestjs/common';
import { ItemCacheModule } from '../item-cache/item-cache.module.js';
import { MenuCleanupModule } from './menu-cleanup.module.js';
import { NAV_MENU } from '../../content-model/wp7-content.js';
import { ContentModel } from '../../content-model/content-model.js';
import { termsController } from '../terms/terms.controller.js';
import { TermsEmbedsService } from '../terms/terms-embeds.service.js';
import { TermsPresenter } from '../terms/terms.presenter.js';
import { TermsListService } from '../terms/terms-list.service.js';
import { TermsService } from '../terms/terms.service.js';
import { TermsWritingService } from '../terms/terms-writing.service.js';
import { MenuLocationsController } from './menu-locations.controller.js';
import { MenuLocationsPolicy } from './menu-locations.policy.js';
import { MenuLocationsService, MenuLocationsValidator } from './menu-locations.service.js';
import { menuResource } from './menus.fields.js';
import { MenusPolicy } from './menus.policy.js';
import { MenusService } from './menus.service.js';
import { MenusWritingService } from './menus-writing.service.js';

/** `/wp/v2/menus`: the routes of terms, with the services of menus behind them. */
class MenusController extends termsController(NAV_MENU, MenusPolicy, menuResource) {}

/** Menus, and the locations that show them. */
@Module({
  imports: [ItemCacheModule, MenuCleanupModule],
  controllers: [MenusController, MenuLocationsController],
  providers: [
    MenusPolicy,
    TermsPresenter,
    TermsEmbedsService,
    { provide: TermsService, useClass: MenusService },
    TermsListService,
    { provide: TermsWritingService, useClass: MenusWritingService },
    MenuLocationsService,
    MenuLocationsValidator,
    MenuLocationsPolicy,
  ],
  exports: [TermsService],
})
export class MenusModule implements OnModuleInit {
  constructor(
    private readonly embeds: TermsEmbedsService,
    private readonly model: ContentModel,
  ) {}

  onModuleInit(): void {
    this.embeds.register(menuResource(this.model));
  }
}
