import { Module } from '@nestjs/common';
import { CommentRulesController } from './comment-rules.admin.controller.js';
import { CommentRulesService } from './comment-rules.service.js';
import { SettingsPolicy } from './settings.policy.js';
import { SettingsWriter } from './settings.writer.js';
import { SiteOptionsController } from './site-options.admin.controller.js';
import { SiteOptionsService } from './site-options.service.js';

/** Settings that `wp/v2/settings` lacks, in nestpress/v1. */
@Module({
  controllers: [CommentRulesController, SiteOptionsController],
  providers: [CommentRulesService, SettingsPolicy, SettingsWriter, SiteOptionsService],
})
export class SettingsAdminModule {}
