import { Module } from '@nestjs/common';
import { NoticeWriterService } from './notice-writer.service.js';
import { NoticesStore } from './notices.store.js';
import { NotificationsService } from './notifications.service.js';

@Module({ providers: [NoticesStore, NoticeWriterService, NotificationsService], exports: [NotificationsService] })
export class NotificationsModule {}
