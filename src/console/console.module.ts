import { type DynamicModule, Module } from '@nestjs/common';
import { UsersContentModule } from '../modules/users/users-content.module.js';
import { AccessLinksController } from './accounts/access-links.controller.js';
import { AccountLinksModule } from './accounts/account-links.module.js';
import { PasswordController } from './accounts/password.controller.js';
import { ConsoleFilesService } from './console-files.service.js';
import { ConsoleController } from './console.controller.js';
import { SetupService } from './setup.service.js';
import { WordPressPathsController } from './wordpress-paths.controller.js';

@Module({})
export class ConsoleModule {
  /** `hasApi`: nestpress/v1 is served. `hasWordPress`: a WordPress serves its own administration pages. */
  static register({ hasApi, hasWordPress }: { hasApi: boolean; hasWordPress: boolean }): DynamicModule {
    return {
      module: ConsoleModule,
      imports: [AccountLinksModule, UsersContentModule],
      controllers: [
        ConsoleController,
        PasswordController,
        ...(hasApi ? [AccessLinksController] : []),
        ...(hasWordPress ? [] : [WordPressPathsController]),
      ],
      providers: [ConsoleFilesService, SetupService],
    };
  }
}
