import { IsOptional, Matches } from 'class-validator';
import { ConfigError } from '../../platform/config/config-error.js';
import { addConfigGroup } from '../../platform/config/config.js';
import { Secret, Variable } from '../../platform/config/variable.decorators.js';

/** Accounts of other identity providers; see docs/authentication.md. */
export class SsoConfig {
  @Variable(
    'JWT_ISSUER_URL',
    'accept bearer tokens of this issuer; options follow as a query: `audience`, `user`, `jwks`; see [authentication](authentication.md#bearer-tokens)',
  )
  @IsOptional()
  @Matches(/^https?:\/\/[^\s#@]+$/, { message: 'must be an https address such as https://login.example/realm' })
  readonly jwtIssuerUrl?: string;

  @Secret(
    'JWT_SECRET',
    'secret with which the issuer signs its tokens (HS256 to HS512); unset: its public keys are used',
  )
  @IsOptional()
  @Matches(/^.{32,}$/s, { message: 'must have at least 32 characters' })
  readonly jwtSecret?: string;

  @Secret(
    'OIDC_URL',
    'sign in to the console with an OpenID Connect provider: `https://CLIENT_ID:CLIENT_SECRET@login.example/realm`; see [authentication](authentication.md#sign-in-with-a-provider)',
  )
  @IsOptional()
  @Matches(/^https?:\/\/[^\s#]+$/, { message: 'must look like https://CLIENT_ID:CLIENT_SECRET@login.example/realm' })
  readonly oidcUrl?: string;

  static check({ jwtSecret, jwtIssuerUrl }: SsoConfig): void {
    if (jwtSecret !== undefined && jwtIssuerUrl === undefined)
      throw new ConfigError('JWT_SECRET needs JWT_ISSUER_URL.');
  }
}

addConfigGroup('sso', SsoConfig);

declare module '../../platform/config/config.js' {
  interface Config {
    readonly sso: SsoConfig;
  }
}
