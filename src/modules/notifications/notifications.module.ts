import { Module } from '@nestjs/common';
import { NoticesWriter } from './notices.writer.js';
import { NoticesStore } from './notices.store.js';
import { NotificationsService } from './notifications.service.js';

@Module({ providers: [NoticesStore, NoticesWriter, NotificationsService], exports: [NotificationsService] })
export class NotificationsModule {}
