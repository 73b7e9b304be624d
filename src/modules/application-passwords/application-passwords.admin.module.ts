import { Module } from '@nestjs/common';
import { UsersAdminModule } from '../users/users.admin.module.js';
import { ApplicationPasswordsAdminController } from './application-passwords.admin.controller.js';

/** Application passwords in nestpress/v1. */
@Module({ imports: [UsersAdminModule], controllers: [ApplicationPasswordsAdminController] })
export class ApplicationPasswordsAdminModule {}
