import { type DynamicModule, Module } from '@nestjs/common';
import { ContentModel, type DeclaredConsoleExtension } from '../../content-model/index.js';
import { EntriesModule } from '../../modules/entries/index.js';
import { UsersDataModule } from '../../modules/users/index.js';
import { AccessLinksController } from '../../modules/users/accounts/access-links.admin.controller.js';
import { AccountLinksModule } from '../../modules/users/accounts/account-links.module.js';
import { PasswordController } from './password.controller.js';
import { checkedExtensions, CONSOLE_EXTENSIONS } from './console-extensions.js';
import { ConsoleFilesService } from './console-files.service.js';
import { ConsoleLanguageService } from './console-language.service.js';
import { ConsoleController } from './console.controller.js';
import { ExtensionPartsController } from './extension-parts.controller.js';
import { ExtensionPartsPolicy } from './extension-parts.policy.js';
import { ExtensionPartsService } from './extension-parts.service.js';
import { SetupService } from './setup.service.js';
import { WordPressPathsController } from './wordpress-paths.controller.js';

interface ConsoleOptions {
  /** Whether a WordPress serves its own administration pages. */
  readonly hasWordPress: boolean;
  readonly extensions: readonly DeclaredConsoleExtension[];
}

@Module({})
export class ConsoleModule {
  static register({ hasWordPress, extensions }: ConsoleOptions): DynamicModule {
    return {
      module: ConsoleModule,
      imports: [AccountLinksModule, EntriesModule, UsersDataModule],
      controllers: [
        ConsoleController,
        PasswordController,
        AccessLinksController,
        ExtensionPartsController,
        ...(hasWordPress ? [] : [WordPressPathsController]),
      ],
      providers: [
        ConsoleFilesService,
        ConsoleLanguageService,
        SetupService,
        ExtensionPartsPolicy,
        ExtensionPartsService,
        {
          provide: CONSOLE_EXTENSIONS,
          useFactory: (model: ContentModel) => checkedExtensions(extensions, model),
          inject: [ContentModel],
        },
      ],
    };
  }
}
