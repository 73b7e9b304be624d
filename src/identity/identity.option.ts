import { type ServiceOption } from '../service-option.js';
import { IdentityModule } from './identity.module.js';
import { readTokenSettings } from './identity-urls.js';

/** Accounts of other identity providers: bearer tokens, and sign-in to the console. */
export const IDENTITY: ServiceOption = {
  contribute: ({ config: { identity } }) => ({
    modules: [
      ...(identity.jwtIssuerUrl === undefined
        ? []
        : [IdentityModule.forTokens(readTokenSettings(identity.jwtIssuerUrl, identity.jwtSecret))]),
    ],
  }),
};
