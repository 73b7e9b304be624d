import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { CommentLinks } from './comment-links.js';
import { CommentsStore } from './comments.store.js';
import { PostAccessLoader } from './post-access.js';
import { CommentsWriter } from './write/comments.writer.js';

/** Reading and writing comments. */
@Module({
  imports: [EntriesModule, NotificationsModule],
  providers: [CommentsStore, CommentLinks, PostAccessLoader, CommentsWriter],
  exports: [CommentsStore, CommentLinks, PostAccessLoader, CommentsWriter],
})
export class CommentsContentModule {}
