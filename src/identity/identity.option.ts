import { type ServiceOption } from '../service-option.js';
import { OidcModule, TokensModule } from './identity.module.js';
import { readProviderSettings, readTokenSettings } from './identity-urls.js';

/** Accounts of other identity providers: bearer tokens, and sign-in to the console. */
export const IDENTITY: ServiceOption = {
  contribute: ({ config: { identity }, features }) => ({
    modules: [
      ...(identity.jwtIssuerUrl === undefined
        ? []
        : [TokensModule.register(readTokenSettings(identity.jwtIssuerUrl, identity.jwtSecret))]),
      ...(identity.oidcUrl === undefined || !features.console
        ? []
        : [OidcModule.register(readProviderSettings(identity.oidcUrl), { hasApi: features.api })]),
    ],
  }),
};
