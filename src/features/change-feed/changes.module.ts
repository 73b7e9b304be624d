import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../database/index.js';
import { EntriesModule } from '../../modules/entries/index.js';
import {
  CreateFeed1763352000000,
  DescribePendingChanges1763366400000,
  DescribeReaders1763420000000,
  FeedChange,
  MarkPositions1763420000001,
  PendingChange,
} from './change-feed.entity.js';
import { ChangeFeedStore } from './change-feed.store.js';
import { ChangesController } from './changes.controller.js';
import { ChangesService } from './changes.service.js';
import { FeedTailService } from './feed-tail.service.js';
import { FeedVisibilityStore } from './feed-visibility.store.js';
import { ExternalWritesService } from './external-writes.service.js';

/** What has changed since a client last looked. */
@Module({
  imports: [
    DatabaseModule.forFeature(
      [PendingChange, FeedChange],
      [
        CreateFeed1763352000000,
        DescribePendingChanges1763366400000,
        DescribeReaders1763420000000,
        MarkPositions1763420000001,
      ],
    ),
    EntriesModule,
  ],
  controllers: [ChangesController],
  providers: [ChangeFeedStore, FeedVisibilityStore, FeedTailService, ChangesService, ExternalWritesService],
  exports: [ChangesService],
})
export class ChangeFeedModule {}
