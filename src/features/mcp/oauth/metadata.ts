import { type Site } from '../../../site/index.js';
import { type McpSettings } from '../mcp-settings.service.js';
import { AUDIENCE, type Issuer, SCOPES } from './authorizations.service.js';

export function issuerOf({ serviceHome }: Site): Issuer {
  return { issuer: serviceHome, resource: `${serviceHome}${AUDIENCE}` };
}

/** The response to a request without credentials (RFC 9728). It names no scopes, which clients would ask for whatever they need. */
export function bearerChallenge({ serviceHome }: Site): string {
  const address = `${serviceHome}/.well-known/oauth-protected-resource${AUDIENCE}`;
  return `Bearer resource_metadata="${address}"`;
}

export function resourceMetadata(site: Site): object {
  const { issuer, resource } = issuerOf(site);
  return {
    resource,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    resource_name: site.option('blogname'),
  };
}

export function authorizationServerMetadata(site: Site, { registration }: McpSettings): object {
  const { issuer, resource } = issuerOf(site);
  return {
    issuer,
    authorization_endpoint: `${site.siteUrl}/console/connect`,
    token_endpoint: `${resource}/token`,
    revocation_endpoint: `${resource}/revoke`,
    ...(registration && { registration_endpoint: `${resource}/register` }),
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
  };
}
