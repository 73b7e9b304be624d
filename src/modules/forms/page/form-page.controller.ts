import { Controller, Get, Inject, NotFoundException, Param, Post, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { IncomingUpload } from '../../../rest/http/incoming-upload.js';
import { allowFraming } from '../../../rest/server/safety-headers.js';
import { RestRequest } from '../../../rest/http/rest-request.js';
import { assetFile, sendStaticFile } from '../../../rest/server/static-file.js';
import { REST_OPTIONS, type RestOptions } from '../../../rest/rest-options.js';
import { CaptchaService } from '../checks/captcha.service.js';
import { SUBMISSION_BYTES } from '../submission/submission.js';
import { FORM_PAGE_HEADERS } from './form-page.js';
import { FormPageService, type ShownPage } from './form-page.service.js';

const SCRIPT = assetFile('modules/forms/page/form.browser.js');
const STYLE = assetFile('modules/forms/page/form.css');
/** Pages of other origins may use them. */
const SHARED = { 'Cross-Origin-Resource-Policy': 'cross-origin' };

/** Pages of forms, and the script for any page of the site. Not part of the REST API. */
@Controller('forms')
export class FormPageController {
  constructor(
    private readonly pages: FormPageService,
    private readonly captchas: CaptchaService,
    @Inject(REST_OPTIONS) private readonly options: RestOptions,
  ) {}

  @Get('form.js')
  script(@Req() request: Request, @Res() response: Response): void {
    sendStaticFile(request, response, SCRIPT, SHARED);
  }

  @Get('form.css')
  style(@Req() request: Request, @Res() response: Response): void {
    sendStaticFile(request, response, STYLE, SHARED);
  }

  @Get(':id')
  async show(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    if (redirected(request, response)) return;
    const query = (name: string) => firstText(request.query[name]);
    sendPage(response, await this.pages.show(formId(id), restRequest(request), query));
  }

  @Post(':id')
  async take(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    if (redirected(request, response)) return;
    const { inbox, bodyLimit, uploadLimit } = this.options;
    const upload = new IncomingUpload(request, inbox, {
      bodyLimit,
      uploadLimit: Math.min(SUBMISSION_BYTES, uploadLimit),
      everyField: true,
    });
    response.once('close', () => void upload.discard());
    const rest = restRequest(request);
    sendPage(response, await this.pages.take(formId(id), rest, () => upload.readArguments(rest, true)));
  }

  @Get(':id/captcha/:field/:picture')
  async picture(
    @Res() response: Response,
    @Param() { id = '', field = '', picture = '' }: Record<string, string>,
  ): Promise<void> {
    const bytes = picture.endsWith('.png')
      ? await this.captchas.picture(formId(id), field, picture.slice(0, -4))
      : undefined;
    if (!bytes) throw new NotFoundException();
    const headers = {
      'Content-Type': 'image/png',
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    };
    response.writeHead(200, { ...headers, 'Content-Length': bytes.length }).end(bytes);
  }
}

/** Relative URLs of the page are resolved against its folder. */
function redirected(request: Request, response: Response): boolean {
  const isFolder = request.path.endsWith('/');
  if (isFolder) response.redirect(308, `../${request.path.split('/').at(-2)}`);
  return isFolder;
}

/** No form has the id 0. */
function formId(text: string): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}

function restRequest(request: Request): RestRequest {
  return new RestRequest(request.method, request.path, {}, request.headers, request.ip ?? '127.0.0.1', request.method);
}

function firstText(value: unknown): string | undefined {
  const [first]: unknown[] = Array.isArray(value) ? value : [value];
  return typeof first === 'string' ? first.toWellFormed() : undefined;
}

function sendPage(response: Response, page: ShownPage | undefined): void {
  if (!page) throw new NotFoundException();
  const { html, status, retryAfter } = page;
  allowFraming(response);
  response
    .writeHead(status, { ...FORM_PAGE_HEADERS, ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }) })
    .end(html);
}
