import { type DynamicModule, Module } from '@nestjs/common';
import { ACCESS_OPTIONS, type AccessOptions } from './access-options.js';
import { AccountsStore } from './accounts.store.js';
import { ATTEMPT_LIMITER, MemoryAttemptLimiter, NoAttemptLimiter } from './authentication/attempt-limiter.js';
import { ApplicationPasswordsService } from './authentication/application-passwords.service.js';
import { ApplicationPasswordsStore } from './authentication/application-passwords.store.js';
import { Authenticator } from './authentication/authenticator.js';
import { BasicAuthenticationService } from './authentication/basic-authentication.service.js';
import { CookieAuthenticationService } from './authentication/cookie-authentication.service.js';
import { CredentialUpkeepService } from './authentication/credential-upkeep.service.js';
import { RolesStore } from './roles.store.js';

/** Who is asking and what they may do. Needs Database and OptionsStore from a global module. */
@Module({})
export class AccessModule {
  static forRoot(options: AccessOptions): DynamicModule {
    return {
      module: AccessModule,
      global: true,
      providers: [
        { provide: ACCESS_OPTIONS, useValue: options },
        {
          provide: ATTEMPT_LIMITER,
          useFactory: () => (options.rateLimit ? new MemoryAttemptLimiter(options.now) : new NoAttemptLimiter()),
        },
        RolesStore,
        AccountsStore,
        ApplicationPasswordsStore,
        ApplicationPasswordsService,
        CredentialUpkeepService,
        BasicAuthenticationService,
        CookieAuthenticationService,
        Authenticator,
      ],
      exports: [ACCESS_OPTIONS, ATTEMPT_LIMITER, Authenticator, CookieAuthenticationService, AccountsStore, ApplicationPasswordsService, RolesStore, CredentialUpkeepService],
    };
  }
}
