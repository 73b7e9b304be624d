import { Controller, Get, Logger, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { cookiePath } from '../access/authentication/login-cookie.js';
import { SignInService } from '../access/authentication/sign-in.service.js';
import { SiteService } from '../site/site.service.js';
import { OidcService, type PendingSignIn, SignInRefused } from './oidc.service.js';

const COOKIE = 'nestpress_oidc';
/** Time to sign in at the provider. */
const COOKIE_SECONDS = 600;
const PATH = 'console/oidc';

/** Sign-in to the console with the provider in OIDC_URL. */
@Controller(PATH)
export class OidcController {
  private readonly logger = new Logger('Identity');

  constructor(
    private readonly oidc: OidcService,
    private readonly signIns: SignInService,
    private readonly sites: SiteService,
  ) {}

  @Get('start')
  async start(@Req() request: Request, @Res() response: Response): Promise<void> {
    response.setHeader('Cache-Control', 'no-store');
    const { siteUrl } = await this.sites.current();
    try {
      const { address, pending } = await this.oidc.begin(`${siteUrl}/${PATH}/callback`);
      const value = Buffer.from(JSON.stringify(pending)).toString('base64url');
      response.setHeader('Set-Cookie', this.cookie(siteUrl, value, COOKIE_SECONDS, request));
      response.redirect(302, address.href);
    } catch (error) {
      this.fail(response, 'unavailable', error);
    }
  }

  @Get('callback')
  async callback(@Req() request: Request, @Res() response: Response): Promise<void> {
    response.setHeader('Cache-Control', 'no-store');
    const site = await this.sites.current();
    const forget = this.cookie(site.siteUrl, '', 0, request);
    response.setHeader('Set-Cookie', forget);
    const pending = readPending(request.headers.cookie);
    if (!pending) return this.fail(response, 'expired', new SignInRefused('the browser sent no cookie of a sign-in'));
    try {
      const address = new URL(`${site.siteUrl}/${PATH}/callback`);
      address.search = new URL(request.url, address).search;
      const login = await this.oidc.complete(address, pending, site);
      const { cookies } = await this.signIns.signInAs(login, {
        address: request.ip ?? '127.0.0.1',
        userAgent: request.headers['user-agent'] ?? '',
        isSecure: request.secure,
      });
      response.setHeader('Set-Cookie', [forget, ...cookies]);
      response.redirect(302, `${site.siteUrl}/console/`);
    } catch (error) {
      this.fail(response, 'refused', error);
    }
  }

  /** The page says only that it did not work; the log says why, without codes and tokens. */
  private fail(response: Response, reason: 'unavailable' | 'expired' | 'refused', error: unknown): void {
    const code = (error as { code?: unknown } | undefined)?.code;
    const cause = error instanceof SignInRefused ? error.message : typeof code === 'string' ? code : 'unexpected error';
    this.logger.warn(`A sign-in with the identity provider failed: ${cause}`);
    response.redirect(302, `../?sign_in=${reason}`);
  }

  /** Lax: the provider's redirect is a navigation from another site. */
  private cookie(siteUrl: string, value: string, maxAge: number, request: Request): string {
    const isSecure = request.secure || siteUrl.startsWith('https:');
    return `${COOKIE}=${value}; Path=${cookiePath(siteUrl)}${PATH}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }
}

function readPending(header = ''): PendingSignIn | undefined {
  const value = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(header)?.[1];
  try {
    const { state, nonce, verifier } = JSON.parse(Buffer.from(value ?? '', 'base64url').toString()) as PendingSignIn;
    return [state, nonce, verifier].every((part) => typeof part === 'string' && part !== '')
      ? { state, nonce, verifier }
      : undefined;
  } catch {
    return undefined;
  }
}
