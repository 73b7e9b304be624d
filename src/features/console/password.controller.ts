import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { SiteService } from '../../site/index.js';
import { answerSignIn, assertSameOrigin, clientOf } from './console-requests.js';
import { NewPasswordDto, PasswordLinkDto, PasswordRequestDto, readDto } from './console.dto.js';
import { AccountLinksService } from '../../modules/users/accounts/account-links.service.js';
import { AccountMailService } from '../../modules/users/accounts/account-mail.service.js';

/** Choosing a password without being signed in. */
@Controller('console/password')
export class PasswordController {
  constructor(
    private readonly links: AccountLinksService,
    private readonly mail: AccountMailService,
    private readonly sites: SiteService,
  ) {}

  /** The response is the same whether there is such an account or not. */
  @Post('request')
  @HttpCode(204)
  async request(@Req() request: Request): Promise<void> {
    assertSameOrigin(request, await this.sites.current());
    const { login } = await readDto(PasswordRequestDto, request);
    await this.mail.requestReset(login, clientOf(request).address);
  }

  @Post('link')
  @HttpCode(200)
  async link(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<object> {
    assertSameOrigin(request, await this.sites.current());
    response.setHeader('Cache-Control', 'no-store');
    const { token } = await readDto(PasswordLinkDto, request);
    return { login: await this.links.loginOf(token, clientOf(request)) };
  }

  @Post()
  @HttpCode(200)
  async choose(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<object> {
    assertSameOrigin(request, await this.sites.current());
    const { token, password } = await readDto(NewPasswordDto, request);
    const signedIn = await this.links.redeem(token, password, clientOf(request));
    return signedIn ? answerSignIn(response, signedIn) : {};
  }
}
