import { createHash } from 'node:crypto';
import { Controller, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import {
  CookieAuthenticationService,
  SignInProvidersRegistry,
  SignInService,
} from '../../access/authentication/index.js';
import { type BlockDeclaration, ContentModel, type ConsoleExtension } from '../../content-model/index.js';
import {
  ACTIVE_FEATURES,
  CONFIG,
  type Config,
  packageVersion,
  RestartService,
  SITE_KINDS,
  siteKind,
} from '../../platform/config/index.js';
import { refusal, RestError } from '../../rest/errors/index.js';
import { RouteRegistry } from '../../rest/route/index.js';
import { sendPackagedFile } from '../../rest/server/index.js';
import { nativeName } from '../../text/index.js';
import { type Site, SiteService, TRANSLATED_LOCALES } from '../../site/index.js';
import { MailService } from '../../platform/mail/mail.service.js';
import { CONSOLE_EXTENSIONS, visibleExtensions } from './console-extensions.js';
import { ConsoleFilesService, type ConsolePage } from './console-files.service.js';
import { ConsoleLanguageService } from './console-language.service.js';
import { LoginDto, readDto, SetupDto } from './console.dto.js';
import { answerSignIn, assertSameOrigin, clientOf } from './console-requests.js';
import { SetupService } from './setup.service.js';

/** The one inline script of the block editor, in the document in which it edits the content. */
const CANVAS_SCRIPT = 'document.currentScript.parentElement.remove()';
const CANVAS_HASH = `'sha256-${createHash('sha256').update(CANVAS_SCRIPT).digest('base64')}'`;

/**
 * The content security policy of a page or file. Editors set inline styles; images and players of posts may come from anywhere over
 * HTTPS, uploads from their own host. The block editor's canvas is a `blob:` document with a `base` element, which has the policy of
 * the page that made it.
 */
function contentPolicy({ uploadsUrl }: Site, page: ConsolePage | undefined): string {
  const uploads = URL.canParse(uploadsUrl) ? ` ${new URL(uploadsUrl).origin}` : '';
  const hasCanvas = page === 'block-editor/index.html';
  return [
    "default-src 'self'",
    `script-src 'self'${hasCanvas ? ` ${CANVAS_HASH}` : ''}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: https:${uploads}`,
    `media-src 'self' blob: https:${uploads}`,
    "font-src 'self' data:",
    `frame-src 'self'${hasCanvas ? ' blob:' : ''} https:`,
    "object-src 'none'",
    `base-uri ${hasCanvas ? "'self'" : "'none'"}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const NOT_BUILT: Record<ConsolePage, string> = {
  'index.html': 'The console is not built. Run `npm run build`.\n',
  'block-editor/index.html': 'The block editor is not built. Run `npm run block-editor`.\n',
};

/** The console's pages and its sign-in. Everything else uses the REST API. */
@Controller('console')
export class ConsoleController {
  constructor(
    private readonly files: ConsoleFilesService,
    private readonly languages: ConsoleLanguageService,
    private readonly signIns: SignInService,
    private readonly cookies: CookieAuthenticationService,
    private readonly setups: SetupService,
    private readonly sites: SiteService,
    private readonly routes: RouteRegistry,
    private readonly model: ContentModel,
    private readonly mail: MailService,
    private readonly providers: SignInProvidersRegistry,
    private readonly restarts: RestartService,
    @Inject(ACTIVE_FEATURES) private readonly active: ReadonlySet<string>,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CONSOLE_EXTENSIONS) private readonly extensions: readonly ConsoleExtension[],
  ) {}

  @Get('session')
  async session(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<object> {
    response.set({ 'Cache-Control': 'no-store', Vary: 'Cookie, Accept-Language' });
    const [site, session, isSetupRequired] = await Promise.all([
      this.sites.current(),
      this.cookies.session(request.headers.cookie, request.method),
      this.setups.isRequired(),
    ]);
    return {
      signed_in: session !== undefined,
      language: await this.languages.choose(request, site, session?.principal.id),
      ...(session && { nonce: session.nonce, user_id: session.principal.id }),
      setup_required: isSetupRequired,
      kind: siteKind(this.config),
      setup_kinds: isSetupRequired && this.setups.offersKinds ? SITE_KINDS : [],
      setup_languages: isSetupRequired
        ? TRANSLATED_LOCALES.map((locale) => ({ locale, name: nativeName(locale) }))
        : [],
      sign_in_provider: this.providers.name ?? null,
      site: siteFacts(site),
      features: {
        forms: this.hasNamespace('forms/v1'),
        popups: this.hasNamespace('popups/v1'),
        cache: this.hasNamespace('cache/v1'),
        pages: this.active.has('site-pages'),
        graphiql: this.active.has('graphiql'),
        front_end: this.config.frontEnd.url !== undefined,
        mail: this.mail.isConfigured,
        wordpress: this.config.wordpress !== undefined,
        block_editor: this.hasBlockEditor(site),
      },
      settings: session?.principal.can('manage_options') ? settingGroups(this.model) : [],
      extensions: session ? visibleExtensions(this.extensions, session.principal) : [],
      blocks: session ? this.model.blocks.map(blockForEditor) : [],
      version: packageVersion(),
      rest_path: this.config.basePath,
    };
  }

  @Post('login')
  @HttpCode(200)
  async login(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<object> {
    assertSameOrigin(request, await this.sites.current());
    const credentials = await readDto(LoginDto, request);
    const result = await this.signIns.signIn(credentials, clientOf(request));
    if ('error' in result) throw refusal(result.error);
    return answerSignIn(response, result);
  }

  @Post('setup')
  @HttpCode(200)
  async setup(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<object> {
    assertSameOrigin(request, await this.sites.current());
    const setup = await readDto(SetupDto, request);
    const signedIn = await this.setups.complete(setup, clientOf(request));
    const restarts = this.setups.needsRestart(setup);
    if (restarts) response.once('close', () => void this.restarts.request());
    return { ...answerSignIn(response, signedIn), restarts };
  }

  @Post('logout')
  @HttpCode(204)
  async logout(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    assertSameOrigin(request, await this.sites.current());
    const { cookie, 'x-wp-nonce': nonce } = request.headers;
    const result = await this.cookies.authenticate(cookie, [nonce].flat().at(-1) ?? '', request.method);
    if ('error' in result) throw refusal(result.error);
    response.setHeader('Set-Cookie', await this.signIns.signOut(result.principal, request.secure));
    response.setHeader('Cache-Control', 'no-store');
  }

  /** Paths of pages belong to single-page applications, which have their own routers. */
  @Get(['', '*path'])
  async page(@Req() request: Request, @Res() response: Response, @Param('path') segments?: string[]): Promise<void> {
    const [address = ''] = request.url.split('?', 1);
    if (address === '/console') {
      // Relative, since a proxy may serve the site below a folder.
      response.status(301).setHeader('Location', 'console/').end();
      return;
    }
    const path = (segments ?? []).join('/');
    const page = pageOf(path);
    const site = await this.sites.current();
    const file = await (page
      ? this.files.page(page, depthOf(address), await this.languageOf(request, site))
      : this.files.find(path));
    if (!file && !page) throw new RestError('rest_no_route', 'There is no such file.', 404);
    response.setHeader('Content-Security-Policy', contentPolicy(site, page));
    if (!file) {
      response.status(503).type('text/plain').send(NOT_BUILT[page!]);
      return;
    }
    if (page) response.vary('Accept-Language, Cookie');
    await sendPackagedFile(request, response, page ?? path, file);
  }

  private async languageOf(request: Request, site: Site): Promise<string> {
    const session = await this.cookies.session(request.headers.cookie, request.method);
    return this.languages.choose(request, site, session?.principal.id);
  }

  /** It needs the routes of the releases that have synced patterns, and opens entries through nestpress/v1. */
  private hasBlockEditor({ model }: Site): boolean {
    return (
      this.files.has('block-editor/index.html') && model.types.has('wp_block') && this.hasNamespace('nestpress/v1')
    );
  }

  private hasNamespace(namespace: string): boolean {
    return this.routes.namespaces.includes(namespace);
  }
}

/** Undefined for files. The block editor's own links name the pages of WordPress's administration. */
function pageOf(path: string): ConsolePage | undefined {
  if (/^block-editor\/[\w-]+\.php$/.test(path)) return 'block-editor/index.html';
  return /\.\w+$/.test(path) ? undefined : 'index.html';
}

/** How many folders the URL of a page is below the console's. */
function depthOf(address: string): number {
  return Math.max(0, address.slice(1).split('/').length - 2);
}

/** Label of the other way to sign in; null if there is none. */
function siteFacts(site: Site): object {
  return {
    name: site.option('blogname'),
    url: site.siteUrl,
    home: site.home,
    rest_url: site.rest('/'),
    timezone_string: site.option('timezone_string'),
    gmt_offset: site.zone.gmtOffset,
    date_format: site.option('date_format'),
    time_format: site.option('time_format'),
    language: site.option('WPLANG') || 'en_US',
    default_category: site.integer('default_category'),
    // Of the site pages, which the editor shows texts in.
    font: site.option('nestpress_site_font') || 'mixed',
  };
}

/** A block of a module, as the block editor registers it. */
function blockForEditor({ render: _render, reads: _reads, usesEntry: _usesEntry, ...block }: BlockDeclaration): object {
  return block;
}

/** The settings of modules, as the console's page shows them. */
function settingGroups({ settings }: ContentModel): object[] {
  const groups = new Map<string, object[]>();
  for (const { group, option, label, schema } of settings) {
    const { type, description = '', enum: options, minimum, maximum } = schema;
    const shown = { name: option, label, help: description, type, options: options ?? null, minimum, maximum };
    groups.set(group, [...(groups.get(group) ?? []), shown]);
  }
  return [...groups].map(([title, settings]) => ({ title, settings }));
}
