import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { AddressesModule } from '../../modules/addresses/index.js';
import { MediaAdminModule } from '../../modules/media/index.js';
import { MenusAdminModule } from '../../modules/menus/index.js';
import { SiteIdentityModule } from '../../modules/site-identity/site-identity.module.js';
import { ApplicationPasswordsAdminModule } from '../../modules/application-passwords/application-passwords.admin.module.js';
import { CacheAdminModule } from '../../modules/cache/cache.admin.module.js';
import { EntriesAdminModule } from '../../modules/entries/index.js';
import { PopupsAdminModule } from '../../modules/popups/index.js';
import { TokensModule } from '../../modules/tokens/tokens.module.js';
import { SettingsAdminModule } from '../../modules/settings/index.js';
import { UsersAdminModule } from '../../modules/users/index.js';
import { FormsAdminModule } from '../../modules/forms/inbox/forms.admin.module.js';
import { SiteLanguagesModule } from '../../modules/site-languages/site-languages.module.js';
import { OperationsAdminModule } from '../../modules/operations/operations.admin.module.js';
import { PreviewsAdminModule } from '../../modules/previews/index.js';
import { RevisionsAdminModule } from '../../modules/revisions/revisions.admin.module.js';
import { ReadsModule } from '../../rest/batch/reads.controller.js';
import { NamespaceModule } from '../../rest/discovery/index.controller.js';

/** Modules of nestpress/v1 for route modules that not every profile has. */
const OF_ROUTE_MODULES: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['cache', CacheAdminModule],
  ['forms', FormsAdminModule],
  ['popups', PopupsAdminModule],
]);

/** The namespace nestpress/v1: routes that wp/v2 lacks, each declared by its resource. */
@Module({})
export class AdminApiModule {
  static register(namespace: string, routeModules: readonly string[]): DynamicModule {
    return {
      module: AdminApiModule,
      imports: [
        NamespaceModule.register(namespace),
        AddressesModule,
        SiteIdentityModule,
        SiteLanguagesModule,
        EntriesAdminModule,
        MediaAdminModule,
        MenusAdminModule,
        RevisionsAdminModule,
        PreviewsAdminModule,
        TokensModule,
        ApplicationPasswordsAdminModule,
        SettingsAdminModule,
        UsersAdminModule,
        OperationsAdminModule,
        ReadsModule,
        ...routeModules.flatMap((name) => OF_ROUTE_MODULES.get(name) ?? []),
      ],
    };
  }
}
