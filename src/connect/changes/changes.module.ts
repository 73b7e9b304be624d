import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../database/database.module.js';
import { EntriesModule } from '../../modules/entries/entries.module.js';
import {
  CreateFeed1763352000000,
  DescribePendingChanges1763366400000,
  FeedChange,
  PendingChange,
} from './change-feed.entity.js';
import { ChangeFeedStore } from './change-feed.store.js';
import { ChangesController } from './changes.controller.js';
import { ChangesService } from './changes.service.js';
import { FeedTailService } from './feed-tail.service.js';
import { ForeignEventsService } from './foreign-events.service.js';

/** What has changed since a client last looked. */
@Module({
  imports: [
    DatabaseModule.forFeature(
      [PendingChange, FeedChange],
      [CreateFeed1763352000000, DescribePendingChanges1763366400000],
    ),
    EntriesModule,
  ],
  controllers: [ChangesController],
  providers: [ChangeFeedStore, FeedTailService, ChangesService, ForeignEventsService],
})
export class ChangesModule {}
