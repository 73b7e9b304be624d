import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../database/database.module.js';
import { AddTokenClients1763530000000, CreateTokens1763510000000, Token } from './token.entity.js';
import { TokensService } from './tokens.service.js';
import { TokensStore } from './tokens.store.js';
import { TokensStrategy } from './tokens.strategy.js';

/** Tokens for apps and visitors: issued, accepted and revoked, without routes. */
@Module({
  imports: [DatabaseModule.forFeature([Token], [CreateTokens1763510000000, AddTokenClients1763530000000])],
  providers: [TokensStore, TokensService, TokensStrategy],
  exports: [TokensService],
})
export class TokensDataModule {}
