import { Controller, Get, Logger, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { CookieAuthenticationService, SignInService } from '../../access/authentication/index.js';
import { SiteService } from '../../site/index.js';
import { callbackUrl, OIDC_PATH, OidcService, pendingCookie, readPending, SignInRefused } from './oidc.service.js';

/** Sign-in to the console with the provider in OIDC_URL. */
@Controller(OIDC_PATH)
export class OidcController {
  private readonly logger = new Logger('Identity');

  constructor(
    private readonly oidc: OidcService,
    private readonly signIns: SignInService,
    private readonly cookies: CookieAuthenticationService,
    private readonly sites: SiteService,
  ) {}

  @Get('start')
  async start(@Req() request: Request, @Res() response: Response): Promise<void> {
    response.setHeader('Cache-Control', 'no-store');
    const { siteUrl } = await this.sites.current();
    try {
      const { address, pending } = await this.oidc.begin(callbackUrl(siteUrl));
      response.setHeader('Set-Cookie', pendingCookie(siteUrl, pending, request.secure));
      response.redirect(302, address.href);
    } catch (error) {
      this.fail(response, 'unavailable', error);
    }
  }

  @Get('callback')
  async callback(@Req() request: Request, @Res() response: Response): Promise<void> {
    response.setHeader('Cache-Control', 'no-store');
    const site = await this.sites.current();
    const forget = pendingCookie(site.siteUrl, undefined, request.secure);
    response.setHeader('Set-Cookie', forget);
    const pending = readPending(request.headers.cookie);
    if (!pending) return this.fail(response, 'expired', new SignInRefused('the browser sent no cookie of a sign-in'));
    const address = new URL(callbackUrl(site.siteUrl));
    address.search = new URL(request.url, address).search;
    try {
      if (pending.account !== undefined) {
        const session = await this.cookies.session(request.headers.cookie, request.method);
        if (session?.principal.id !== pending.account)
          throw new SignInRefused('the browser is not signed in to the account that it links');
        await this.oidc.propose(address, pending, pending.account);
        response.redirect(302, `${site.siteUrl}/console/users/${pending.account}`);
        return;
      }
      const client = {
        address: request.ip ?? '127.0.0.1',
        userAgent: request.headers['user-agent'] ?? '',
        isSecure: request.secure,
      };
      const account = await this.oidc.complete(address, pending, site, client.address);
      const { cookies } = await this.signIns.signInAs(account, client);
      response.setHeader('Set-Cookie', [forget, ...cookies]);
      response.redirect(302, `${site.siteUrl}/console/`);
    } catch (error) {
      this.fail(response, 'refused', error, pending.account);
    }
  }

  /** The page says only that it did not work; the log says why, without codes and tokens. */
  private fail(
    response: Response,
    reason: 'unavailable' | 'expired' | 'refused',
    error: unknown,
    account?: number,
  ): void {
    const code = (error as { code?: unknown } | undefined)?.code;
    const cause = error instanceof SignInRefused ? error.message : typeof code === 'string' ? code : 'unexpected error';
    this.logger.warn(`A sign-in with the identity provider failed: ${cause}`);
    response.redirect(302, `../${account === undefined ? '' : `users/${account}`}?sign_in=${reason}`);
  }
}
