import { All, Controller, Query, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { CookieAuthenticationService } from '../../access/authentication/cookie-authentication.service.js';

const REFUSED = '0';

/**
 * Issues a new nonce to browser clients whose nonce has expired. Not part of the REST API: there are no CORS headers
 * on purpose, so that pages of other origins cannot read the response.
 */
@Controller('wp-admin/admin-ajax.php')
export class NonceController {
  constructor(private readonly cookies: CookieAuthenticationService) {}

  @All()
  async nonce(@Req() request: Request, @Res() response: Response, @Query('action') action: unknown): Promise<void> {
    const nonce =
      action === 'rest-nonce' ? await this.cookies.freshNonce(request.headers.cookie, request.method) : undefined;
    response
      .status(nonce === undefined ? 400 : 200)
      .set({ 'Content-Type': 'text/plain; charset=UTF-8', 'Cache-Control': 'no-store' })
      .send(nonce ?? REFUSED);
  }
}
