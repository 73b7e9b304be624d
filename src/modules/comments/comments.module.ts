import { Module } from '@nestjs/common';
import { CommentsDataModule } from './comments-data.module.js';
import { EntriesModule } from '../entries/entries.module.js';
import { ItemCacheModule } from '../item-cache/item-cache.module.js';
import { UsersDataModule } from '../users/users-data.module.js';
import { CommentDraftService } from './comment-draft.service.js';
import { CommentsController } from './comments.controller.js';
import { CommentsEmbedsService } from './comments-embeds.service.js';
import { CommentsListService } from './comments-list.service.js';
import { CommentsPolicy } from './comments.policy.js';
import { CommentsPresenter } from './comments.presenter.js';
import { CommentsService } from './comments.service.js';

@Module({
  imports: [CommentsDataModule, EntriesModule, ItemCacheModule, UsersDataModule],
  controllers: [CommentsController],
  providers: [
    CommentsPolicy,
    CommentsService,
    CommentsListService,
    CommentDraftService,
    CommentsPresenter,
    CommentsEmbedsService,
  ],
  exports: [CommentsPolicy, CommentsService],
})
export class CommentsModule {}
