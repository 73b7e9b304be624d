import { Module } from '@nestjs/common';
import { SettingsPolicy } from './settings.policy.js';
import { SiteOptionsController } from './site-options.admin.controller.js';
import { SiteOptionsService } from './site-options.service.js';

/** Settings that `wp/v2/settings` lacks, in nestpress/v1. */
@Module({ controllers: [SiteOptionsController], providers: [SettingsPolicy, SiteOptionsService] })
export class SettingsAdminModule {}
