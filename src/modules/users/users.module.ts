import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { ItemCacheModule } from '../item-cache/item-cache.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { UsersDataModule } from './users-data.module.js';
import { LocaleValidator } from './users.validators.js';
import { UsersController } from './users.controller.js';
import { UsersEmbedsService } from './users-embeds.service.js';
import { UsersListService } from './users-list.service.js';
import { UsersPolicy } from './users.policy.js';
import { UsersPresenter } from './users.presenter.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [EntriesModule, ItemCacheModule, UsersDataModule, NotificationsModule],
  controllers: [UsersController],
  providers: [UsersPolicy, LocaleValidator, UsersService, UsersListService, UsersPresenter, UsersEmbedsService],
})
export class UsersModule {}
