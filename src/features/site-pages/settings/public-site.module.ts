import { Module } from '@nestjs/common';
import { EntriesModule } from '../../../modules/entries/index.js';
import { SettingsPolicy, SettingsWriter } from '../../../modules/settings/index.js';
import { PublicSiteController } from './public-site.controller.js';
import { PublicSiteService } from './public-site.service.js';

/** Settings of the public site, where nestpress/v1 is switched on. */
@Module({
  imports: [EntriesModule],
  controllers: [PublicSiteController],
  providers: [SettingsPolicy, SettingsWriter, PublicSiteService],
})
export class PublicSiteModule {}
