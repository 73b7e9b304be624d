import { Module } from '@nestjs/common';
import { NoticeWriter } from './notice-writer.service.js';
import { NoticesStore } from './notices.store.js';
import { NotificationsService } from './notifications.service.js';

@Module({ providers: [NoticesStore, NoticeWriter, NotificationsService], exports: [NotificationsService] })
export class NotificationsModule {}
