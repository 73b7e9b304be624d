import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { COUNTERS, type Counters } from '../platform/limits/counters.js';
import { AccessEvents } from './access-events.service.js';
import { ACCESS_OPTIONS, type AccessOptions } from './access-options.js';
import { AccountsStore } from './authentication/accounts.store.js';
import { ApplicationPasswordsService } from './authentication/application-passwords.service.js';
import { AuthenticationService } from './authentication/authentication.service.js';
import { BasicAuthenticationService } from './authentication/basic-authentication.service.js';
import { CookieAuthenticationService } from './authentication/cookie-authentication.service.js';
import { PasswordCheckService } from './authentication/password-check.service.js';
import { LoginSessionsService } from './authentication/login-sessions.service.js';
import { SecondFactorService } from './authentication/second-factor.service.js';
import { SecretKeysService } from './authentication/secret-keys.service.js';
import { SignInProvidersRegistry } from './authentication/sign-in-providers.registry.js';
import { SignInService } from './authentication/sign-in.service.js';
import { StrategiesRegistry } from './authentication/strategies.registry.js';
import { CredentialWritesService } from './authentication/credential-writes.service.js';
import { CountingSignInLimiter, NoSignInLimiter, SIGN_IN_LIMITER } from './authentication/sign-in-limiter.js';
import { PrincipalService } from './principal.service.js';
import { RolesStore } from './roles.store.js';
import { UserMetaStore } from './user-meta.store.js';

/** Authentication and capabilities. Needs Database, OptionsStore and the counters of rate limits from global modules. */
@Module({})
export class AccessModule {
  static forRoot(options: AccessOptions): DynamicModule {
    return {
      module: AccessModule,
      global: true,
      imports: [DiscoveryModule],
      providers: [
        { provide: ACCESS_OPTIONS, useValue: options },
        {
          provide: SIGN_IN_LIMITER,
          useFactory: (counters: Counters) =>
            options.rateLimit ? new CountingSignInLimiter(counters) : new NoSignInLimiter(),
          inject: [COUNTERS],
        },
        AccessEvents,
        RolesStore,
        AccountsStore,
        UserMetaStore,
        SecretKeysService,
        ApplicationPasswordsService,
        CredentialWritesService,
        PasswordCheckService,
        BasicAuthenticationService,
        CookieAuthenticationService,
        StrategiesRegistry,
        AuthenticationService,
        SecondFactorService,
        LoginSessionsService,
        SignInService,
        SignInProvidersRegistry,
        PrincipalService,
      ],
      exports: [
        ACCESS_OPTIONS,
        SIGN_IN_LIMITER,
        AccessEvents,
        AuthenticationService,
        StrategiesRegistry,
        PrincipalService,
        CookieAuthenticationService,
        SecretKeysService,
        SecondFactorService,
        LoginSessionsService,
        SignInService,
        SignInProvidersRegistry,
        UserMetaStore,
        AccountsStore,
        ApplicationPasswordsService,
        RolesStore,
        CredentialWritesService,
      ],
    };
  }
}
