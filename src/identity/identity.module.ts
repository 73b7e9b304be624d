import { type DynamicModule, Module } from '@nestjs/common';
import { type TokenSettings } from './identity-urls.js';
import { JwtStrategy, TOKEN_SETTINGS } from './jwt.strategy.js';

@Module({})
export class IdentityModule {
  static forTokens(settings: TokenSettings): DynamicModule {
    return { module: IdentityModule, providers: [{ provide: TOKEN_SETTINGS, useValue: settings }, JwtStrategy] };
  }
}
