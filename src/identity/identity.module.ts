import { type DynamicModule, Module } from '@nestjs/common';
import { type ProviderSettings, type TokenSettings } from './identity-urls.js';
import { OidcController } from './oidc.controller.js';
import { OidcService, PROVIDER_SETTINGS } from './oidc.service.js';
import { JwtStrategy, TOKEN_SETTINGS } from './jwt.strategy.js';

@Module({})
export class TokensModule {
  static register(settings: TokenSettings): DynamicModule {
    return { module: TokensModule, providers: [{ provide: TOKEN_SETTINGS, useValue: settings }, JwtStrategy] };
  }
}

@Module({})
export class OidcModule {
  static register(settings: ProviderSettings): DynamicModule {
    return {
      module: OidcModule,
      controllers: [OidcController],
      providers: [{ provide: PROVIDER_SETTINGS, useValue: settings }, OidcService],
    };
  }
}
