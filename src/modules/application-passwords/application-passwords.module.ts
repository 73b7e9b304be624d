import { Module } from '@nestjs/common';
import { UsersDataModule } from '../users/users-data.module.js';
import { UserApplicationPasswordsController } from './application-passwords.controller.js';
import { ApplicationPasswordsPolicy } from './application-passwords.policy.js';
import { ApplicationPasswordsPresenter } from './application-passwords.presenter.js';

@Module({
  imports: [UsersDataModule],
  controllers: [UserApplicationPasswordsController],
  providers: [ApplicationPasswordsPolicy, ApplicationPasswordsPresenter],
})
export class ApplicationPasswordsModule {}
