import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { CommentLinksLoader } from './comment-links.loader.js';
import { CommentsStore } from './comments.store.js';
import { PostAccessLoader } from './post-access.loader.js';
import { CommentsWriter } from './comments.writer.js';

/** Reading and writing comments. */
@Module({
  imports: [EntriesModule, NotificationsModule],
  providers: [CommentsStore, CommentLinksLoader, PostAccessLoader, CommentsWriter],
  exports: [CommentsStore, CommentLinksLoader, PostAccessLoader, CommentsWriter],
})
export class CommentsDataModule {}
