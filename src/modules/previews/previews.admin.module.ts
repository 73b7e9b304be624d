import { Module } from '@nestjs/common';
import { EntriesAdminModule } from '../entries/admin/entries.admin.module.js';
import { PreviewsController } from './previews.admin.controller.js';
import { PreviewsAdminPolicy } from './previews.admin.policy.js';
import { PreviewsAdminService } from './previews.admin.service.js';
import { PreviewsModule } from './previews.module.js';

/** Preview links in nestpress/v1. */
@Module({
  imports: [PreviewsModule, EntriesAdminModule],
  controllers: [PreviewsController],
  providers: [PreviewsAdminPolicy, PreviewsAdminService],
})
export class PreviewsAdminModule {}
