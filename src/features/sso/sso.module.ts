import { type DynamicModule, Inject, Module } from '@nestjs/common';
import { SignInProvidersRegistry } from '../../access/authentication/index.js';
import { IdentityLinkController } from './identity-link.controller.js';
import { IdentityLinkPolicy } from './identity-link.policy.js';
import { PROVIDER_SETTINGS, type ProviderSettings, type TokenSettings } from './provider-urls.js';
import { OidcController } from './oidc.controller.js';
import { OidcLinksService } from './oidc-links.service.js';
import { OidcService } from './oidc.service.js';
import { JwtStrategy, TOKEN_SETTINGS } from './jwt.strategy.js';

@Module({})
export class TokensModule {
  constructor(strategy: JwtStrategy, providers: SignInProvidersRegistry) {
    providers.accountOf = (token) => strategy.accountOf(token);
  }

  static register(settings: TokenSettings): DynamicModule {
    return { module: TokensModule, providers: [{ provide: TOKEN_SETTINGS, useValue: settings }, JwtStrategy] };
  }
}

@Module({})
export class OidcModule {
  constructor(@Inject(PROVIDER_SETTINGS) { name }: ProviderSettings, providers: SignInProvidersRegistry) {
    providers.name = name;
  }

  static register(settings: ProviderSettings, { hasApi }: { hasApi: boolean }): DynamicModule {
    return {
      module: OidcModule,
      controllers: [OidcController, ...(hasApi ? [IdentityLinkController] : [])],
      providers: [
        { provide: PROVIDER_SETTINGS, useValue: settings },
        OidcService,
        OidcLinksService,
        ...(hasApi ? [IdentityLinkPolicy] : []),
      ],
    };
  }
}
