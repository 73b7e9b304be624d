import { Module } from '@nestjs/common';
import { NoticeWriter, NoticesStore } from './notice-writer.service.js';
import { NotificationsService } from './notifications.service.js';

@Module({ providers: [NoticesStore, NoticeWriter, NotificationsService], exports: [NotificationsService] })
export class NotificationsModule {}
