import { Injectable } from '@nestjs/common';
import { type AuthRequest, type AuthResult } from './auth-result.js';
import { BasicAuthenticationService, readBasicCredentials } from './basic-authentication.service.js';
import { CookieAuthenticationService } from './cookie-authentication.service.js';

/** Authenticates a request. A request without credentials is anonymous; invalid credentials are an error. */
@Injectable()
export class AuthenticationService {
  constructor(
    private readonly basic: BasicAuthenticationService,
    private readonly cookie: CookieAuthenticationService,
  ) {}

  async authenticate(request: AuthRequest): Promise<AuthResult> {
    const { headers, address, method } = request;
    const credentials = this.basic.isEnabled ? readBasicCredentials(headers.authorization) : undefined;
    if (credentials) return this.basic.authenticate(credentials, address);
    const nonce = request.nonce ?? [headers['x-wp-nonce']].flat().at(-1);
    return this.cookie.authenticate(headers.cookie, nonce, method);
  }
}
