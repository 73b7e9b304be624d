import { Controller, Get, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { assetFile, sendStaticFile, type StaticFile } from '../server/static-file.js';
import { OpenApiService } from './openapi.service.js';

const SCRIPT = assetFile('rest/openapi/page/docs.browser.js');
const STYLE = assetFile('rest/openapi/page/docs.css');

const SAFETY = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** The API description for programs and people; not part of the API itself. */
@Controller()
export class OpenApiController {
  constructor(private readonly openApi: OpenApiService) {}

  /** Readable by browser tools of any origin: it contains nothing that the public index does not. */
  @Get('openapi.json')
  document(@Req() request: Request, @Res() response: Response): void {
    response.setHeader('Access-Control-Allow-Origin', '*');
    send(request, response, this.openApi.document);
  }

  /** The page uses relative URLs, so that it works behind a path prefix. */
  @Get('docs')
  page(@Req() request: Request, @Res() response: Response): void {
    if (request.path.endsWith('/')) response.redirect(308, '../docs');
    else send(request, response, this.openApi.page);
  }

  @Get('docs/page.js')
  script(@Req() request: Request, @Res() response: Response): void {
    send(request, response, SCRIPT);
  }

  @Get('docs/page.css')
  style(@Req() request: Request, @Res() response: Response): void {
    send(request, response, STYLE);
  }
}

function send(request: Request, response: Response, file: StaticFile): void {
  sendStaticFile(request, response, file, SAFETY);
}
