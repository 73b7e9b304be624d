import { Module } from '@nestjs/common';
import { EntriesAdminModule } from '../entries/admin/entries.admin.module.js';
import { EntriesModule } from '../entries/entries.module.js';
import { PreviewChangesService } from './preview-changes.service.js';
import { PreviewTokensController } from './preview-tokens.admin.controller.js';
import { PreviewTokensAdminPolicy } from './preview-tokens.admin.policy.js';
import { PreviewTokensAdminService } from './preview-tokens.admin.service.js';
import { PreviewTokensStrategy } from './preview-tokens.strategy.js';
import { PreviewsController } from './previews.admin.controller.js';
import { PreviewsAdminPolicy } from './previews.admin.policy.js';
import { PreviewsAdminService } from './previews.admin.service.js';
import { PreviewsModule } from './previews.module.js';

/** Preview links and tokens in nestpress/v1. */
@Module({
  imports: [PreviewsModule, EntriesModule, EntriesAdminModule],
  controllers: [PreviewsController, PreviewTokensController],
  providers: [
    PreviewsAdminPolicy,
    PreviewsAdminService,
    PreviewTokensAdminPolicy,
    PreviewTokensAdminService,
    PreviewChangesService,
    PreviewTokensStrategy,
  ],
})
export class PreviewsAdminModule {}
