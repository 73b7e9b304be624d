import { Module } from '@nestjs/common';
import { SecondFactorController, SessionsController } from './accounts/sign-in-security.admin.controller.js';
import { UsersAdminPolicy } from './users.admin.policy.js';
import { UsersDataModule } from './users-data.module.js';

/** How users sign in, in nestpress/v1. */
@Module({
  imports: [UsersDataModule],
  controllers: [SessionsController, SecondFactorController],
  providers: [UsersAdminPolicy],
  exports: [UsersDataModule, UsersAdminPolicy],
})
export class UsersAdminModule {}
