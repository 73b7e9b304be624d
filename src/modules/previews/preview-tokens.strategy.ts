import { Injectable } from '@nestjs/common';
import {
  Authenticates,
  type AuthenticationRequest,
  type AuthenticationStrategy,
} from '../../access/authentication/authentication-strategy.js';
import { type Principal, previewPrincipal } from '../../access/principal.js';
import { SiteService } from '../../site/site.service.js';
import { PreviewTokensService } from './preview-tokens.service.js';

/** `Authorization: Preview TOKEN`, or `preview_token` in the query. */
@Injectable()
@Authenticates({ scheme: 'Preview', parameter: 'preview_token', order: 90 })
export class PreviewTokensStrategy implements AuthenticationStrategy {
  constructor(
    private readonly tokens: PreviewTokensService,
    private readonly sites: SiteService,
  ) {}

  async authenticate({ headers, parameter }: AuthenticationRequest): Promise<Principal | undefined> {
    const token = /^\s*preview +(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1] ?? parameter;
    if (token === undefined) return undefined;
    const grant = await this.tokens.read(await this.sites.current(), token);
    return grant && previewPrincipal(grant);
  }
}
