import { Module } from '@nestjs/common';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { UsersDataModule } from '../users-data.module.js';
import { AccessLinksService } from './access-links.service.js';
import { AccountLinksService } from './account-links.service.js';
import { AccountMailService } from './account-mail.service.js';

/** Links to choose a password, for the pages that use them and the routes that create them. */
@Module({
  imports: [UsersDataModule, NotificationsModule],
  providers: [AccountLinksService, AccountMailService, AccessLinksService],
  exports: [AccountLinksService, AccountMailService, AccessLinksService],
})
export class AccountLinksModule {}
