import { Module } from '@nestjs/common';
import { SecondFactorController, SessionsController } from './accounts/sign-in-security.admin.controller.js';
import { EntriesModule } from '../entries/entries.module.js';
import { UserPictureController } from './user-picture.admin.controller.js';
import { UserPicturesService } from './user-pictures.service.js';
import { UsersAdminPolicy } from './users.admin.policy.js';
import { UsersDataModule } from './users-data.module.js';

/** How users sign in, and their pictures, in nestpress/v1. */
@Module({
  imports: [EntriesModule, UsersDataModule],
  controllers: [SessionsController, SecondFactorController, UserPictureController],
  providers: [UsersAdminPolicy, UserPicturesService],
  exports: [UsersDataModule, UsersAdminPolicy],
})
export class UsersAdminModule {}
