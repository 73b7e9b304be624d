import { defineFeature } from '../../feature.js';
import { readProviderSettings, readTokenSettings } from './provider-urls.js';
import './sso.config.js';
import { OidcModule, TokensModule } from './sso.module.js';

/** Users sign in to the console with a provider. */
const CONSOLE_PATH = '/console';
const ADMIN_NAMESPACE = 'nestpress/v1';

/** Accounts of other identity providers: bearer tokens, and sign-in in the browser. */
export const SSO = defineFeature({
  name: 'sso',
  contribute: ({ config: { sso }, paths, namespaces }) => ({
    modules: [
      ...(sso.jwtIssuerUrl === undefined
        ? []
        : [TokensModule.register(readTokenSettings(sso.jwtIssuerUrl, sso.jwtSecret))]),
      ...(sso.oidcUrl === undefined || !paths.has(CONSOLE_PATH)
        ? []
        : [OidcModule.register(readProviderSettings(sso.oidcUrl), { hasApi: namespaces.has(ADMIN_NAMESPACE) })]),
    ],
  }),
});
