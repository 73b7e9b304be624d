import { Injectable, Module, type OnModuleInit, type Type } from '@nestjs/common';
import { MenusContentModule } from './menus-content.module.js';
import { named } from '../../rest/route/route.decorators.js';
import { type ContentModel } from '../../site/model/content-model.js';
import { termsController } from '../../modules/terms/terms.controller.js';
import { TermsEmbedsService } from '../../modules/terms/terms-embeds.service.js';
import { TermsPresenter } from '../../modules/terms/terms.presenter.js';
import { TermsService } from '../../modules/terms/terms.service.js';
import { TermsWritingService } from '../../modules/terms/terms-writing.service.js';
import { MenuLocationsController, MenuLocationsPolicy } from './menu-locations.controller.js';
import { MenuLocationsService, MenuLocationsValidator } from './menu-locations.service.js';
import { menuResource } from './menus.fields.js';
import { MenusPolicy } from './menus.policy.js';
import { MenusService } from './menus.service.js';
import { MenusWritingService } from './menus-writing.service.js';

/** The routes of terms, with the services of menus behind them, and those of the locations that show menus. */
export function menusModule(model: ContentModel): Type<object> {
  const resource = menuResource(model);

  @Injectable()
  class ClassicMenusPolicy extends MenusPolicy {
    protected readonly resource = resource;
  }

  @Module({
    imports: [MenusContentModule],
    controllers: [
      named(termsController(resource, ClassicMenusPolicy), resource.base, 'Controller'),
      MenuLocationsController,
    ],
    providers: [
      ClassicMenusPolicy,
      TermsPresenter,
      TermsEmbedsService,
      { provide: TermsService, useClass: MenusService },
      { provide: TermsWritingService, useClass: MenusWritingService },
      MenuLocationsService,
      MenuLocationsValidator,
      MenuLocationsPolicy,
    ],
    exports: [TermsService],
  })
  class MenusModule implements OnModuleInit {
    constructor(private readonly embeds: TermsEmbedsService) {}

    onModuleInit(): void {
      this.embeds.register(resource);
    }
  }
  return MenusModule;
}
