import { Module } from '@nestjs/common';
import { UsersContentModule } from '../users/users-content.module.js';
import { UserApplicationPasswordsController } from './application-passwords.controller.js';
import { ApplicationPasswordsPolicy } from './application-passwords.policy.js';
import { ApplicationPasswordsPresenter } from './application-passwords.presenter.js';

@Module({
  imports: [UsersContentModule],
  controllers: [UserApplicationPasswordsController],
  providers: [ApplicationPasswordsPolicy, ApplicationPasswordsPresenter],
})
export class ApplicationPasswordsModule {}
