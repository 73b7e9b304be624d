import { Module } from '@nestjs/common';
import { UsersAdminModule } from '../users/users.admin.module.js';
import { TokenController } from './token.controller.js';
import { TokensController } from './tokens.admin.controller.js';
import { TokensDataModule } from './tokens-data.module.js';
import { TokensPolicy } from './tokens.policy.js';

/** Tokens in nestpress/v1. */
@Module({
  imports: [TokensDataModule, UsersAdminModule],
  controllers: [TokenController, TokensController],
  providers: [TokensPolicy],
})
export class TokensModule {}
