import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { MenusDataModule } from '../menus/menus-data.module.js';
import { SiteIdentityController } from './site-identity.controller.js';
import { SiteIdentityService } from './site-identity.service.js';

/** The public description of the site in nestpress/v1. */
@Module({
  imports: [EntriesModule, MenusDataModule],
  controllers: [SiteIdentityController],
  providers: [SiteIdentityService],
})
export class SiteIdentityModule {}
