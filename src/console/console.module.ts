import { type DynamicModule, Module } from '@nestjs/common';
import { type DeclaredConsoleExtension } from '../site/model/declarations.js';
import { UsersContentModule } from '../modules/users/users-content.module.js';
import { AccessLinksController } from './accounts/access-links.controller.js';
import { AccountLinksModule } from './accounts/account-links.module.js';
import { PasswordController } from './accounts/password.controller.js';
import { checkedExtensions, CONSOLE_EXTENSIONS } from './console-extensions.js';
import { ConsoleFilesService } from './console-files.service.js';
import { ConsoleController } from './console.controller.js';
import { SetupService } from './setup.service.js';
import { WordPressPathsController } from './wordpress-paths.controller.js';

interface ConsoleOptions {
  /** Whether nestpress/v1 is served. */
  readonly hasApi: boolean;
  /** Whether a WordPress serves its own administration pages. */
  readonly hasWordPress: boolean;
  readonly extensions: readonly DeclaredConsoleExtension[];
}

@Module({})
export class ConsoleModule {
  static register({ hasApi, hasWordPress, extensions }: ConsoleOptions): DynamicModule {
    return {
      module: ConsoleModule,
      imports: [AccountLinksModule, UsersContentModule],
      controllers: [
        ConsoleController,
        PasswordController,
        ...(hasApi ? [AccessLinksController] : []),
        ...(hasWordPress ? [] : [WordPressPathsController]),
      ],
      providers: [
        ConsoleFilesService,
        SetupService,
        { provide: CONSOLE_EXTENSIONS, useValue: checkedExtensions(extensions) },
      ],
    };
  }
}
