import { Module } from '@nestjs/common';
import { NotificationsModule } from '../../modules/notifications/notifications.module.js';
import { UsersContentModule } from '../../modules/users/users-content.module.js';
import { AccountLinksService } from './account-links.service.js';
import { AccountMailService } from './account-mail.service.js';

/** Links to choose a password, for the pages that use them and the routes that create them. */
@Module({
  imports: [UsersContentModule, NotificationsModule],
  providers: [AccountLinksService, AccountMailService],
  exports: [AccountLinksService, AccountMailService],
})
export class AccountLinksModule {}
