import { Module } from '@nestjs/common';
import { NoticeWriterService, NoticesStore } from './notice-writer.service.js';
import { NotificationsService } from './notifications.service.js';

@Module({ providers: [NoticesStore, NoticeWriterService, NotificationsService], exports: [NotificationsService] })
export class NotificationsModule {}
