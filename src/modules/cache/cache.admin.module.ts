import { Module } from '@nestjs/common';
import { CacheModule } from './cache.module.js';
import { CrawlerAdminController } from './crawler.admin.controller.js';
import { CrawlerAdminPolicy } from './crawler.admin.policy.js';

/** What the console needs of the crawler, in nestpress/v1. */
@Module({ imports: [CacheModule], controllers: [CrawlerAdminController], providers: [CrawlerAdminPolicy] })
export class CacheAdminModule {}
