import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { type NextFunction, type Request, type Response } from 'express';
import { passwordCookieName } from '../../access/index.js';
import { cookiePath, setCookie } from '../../access/authentication/index.js';
import {
  EntriesStore,
  type PageAddress,
  PostPasswordService,
  readPageAddress,
  requestedAddress,
} from '../../modules/entries/index.js';
import { CONFIG, type Config } from '../../platform/config/index.js';
import { PageCacheService } from '../../rest/cache/index.js';
import { readBody, RestRequest } from '../../rest/http/index.js';
import { encodedFor } from '../../rest/response/index.js';
import { type Site, SiteService } from '../../site/index.js';
import { parsePhpQuery } from '../../text/index.js';
import { COMMENT_PATH, PageCommentsService } from './page-comments.service.js';
import { pageHeaders } from './page-headers.js';
import { ASSETS, SiteAssetsService } from './site-assets.service.js';
import { PREVIEW_PARAMETER, SitePreviewsService } from './site-previews.service.js';
import { SitePagesService } from './site-pages.service.js';

const TYPES = {
  feed: { 'Content-Type': 'application/rss+xml; charset=UTF-8' },
  json: { 'Content-Type': 'application/feed+json; charset=UTF-8' },
  xml: { 'Content-Type': 'application/xml; charset=UTF-8' },
  text: { 'Content-Type': 'text/plain; charset=UTF-8' },
} as const;

/** Tables that pages are made from. */
const TABLES = [
  'posts',
  'postmeta',
  'comments',
  'terms',
  'term_taxonomy',
  'term_relationships',
  'users',
  'usermeta',
] as const;

/** Where WordPress's own form sends the password of a post. */
const UNLOCKS = /^[^?]*\/wp-login\.php\?action=postpass$/;

const PASSWORD_COOKIE_SECONDS = 10 * 86_400;
const MAX_FORM_BYTES = 131_072;
const SENDS_COMMENT = new RegExp(`^[^?]*${COMMENT_PATH.replaceAll('.', '\\.')}$`);

/** Serves the URLs that no route matches. */
@Injectable()
export class SitePagesHandler {
  constructor(
    private readonly pages: SitePagesService,
    private readonly sites: SiteService,
    private readonly cache: PageCacheService,
    private readonly entries: EntriesStore,
    private readonly passwords: PostPasswordService,
    private readonly comments: PageCommentsService,
    private readonly assets: SiteAssetsService,
    private readonly previews: SitePreviewsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Express middleware. */
  readonly middleware = (request: Request, response: Response, next: NextFunction): void => {
    const isPassword = request.method === 'POST' && UNLOCKS.test(request.url);
    const isComment = request.method === 'POST' && SENDS_COMMENT.test(request.url);
    if (isPassword) this.unlock(request, response).catch(next);
    else if (isComment) this.comment(request, response).catch(next);
    else if (request.method === 'GET' || request.method === 'HEAD') this.page(request, response).catch(next);
    else next();
  };

  /** Stores the password of a protected post in a cookie, as a hash, as WordPress does. */
  private async unlock(request: Request, response: Response): Promise<void> {
    const site = await this.sites.current();
    const form = parsePhpQuery((await readBody(request, MAX_FORM_BYTES)).toString('utf8'));
    const { post_password: password, post_id: id } = form;
    if (typeof password !== 'string' || typeof id !== 'string' || !/^\d{1,15}$/.test(id)) throw new NotFoundException();
    const entry = await this.entries.byId(Number(id), { content: false });
    if (entry && entry.password !== '') {
      const cookie = await this.passwords.cookieFor(request.ip ?? '127.0.0.1', entry, password);
      if (typeof cookie === 'number') return this.tooManyPasswords(response, site, cookie);
      this.setPasswordCookie(request, response, site, cookie);
    }
    response.redirect(303, `${site.home}/?p=${id}`);
  }

  private setPasswordCookie(request: Request, response: Response, site: Site, value: string): void {
    const cookie = setCookie(passwordCookieName(site.siteUrl), encodeURIComponent(value), {
      path: cookiePath(site.siteUrl),
      maxAge: PASSWORD_COOKIE_SECONDS,
      isSecure: request.secure || site.siteUrl.startsWith('https:'),
    });
    response.setHeader('Set-Cookie', cookie);
  }

  /** Adds a comment and goes on with its post, or shows the form again with what is wrong. */
  private async comment(request: Request, response: Response): Promise<void> {
    const site = await this.sites.current();
    const form = parsePhpQuery((await readBody(request, MAX_FORM_BYTES)).toString('utf8'));
    const text = (name: string) => {
      const value = form[name];
      return typeof value === 'string' ? value.toWellFormed() : '';
    };
    const id = /^[1-9]\d{0,14}$/.exec(text('comment_post_ID'))?.[0];
    if (id === undefined) throw new NotFoundException();
    const post = Number(id);
    const home = `${site.home}/?p=${id}`;
    // Only programs fill in the hidden field; they get the usual response.
    if (text('subject') !== '') return response.redirect(303, `${home}&comment=held#comments`);
    const values = { comment: text('comment'), author: text('author'), email: text('email'), url: text('url') };
    const parent = Number(/^\d{1,15}$/.exec(text('comment_parent'))?.[0] ?? 0);
    const address = request.ip ?? '127.0.0.1';
    const rest = new RestRequest('POST', '/wp/v2/comments', {}, request.headers, address, 'POST');
    const result = await this.comments.add(site, rest, { post, parent, values });
    if ('fragment' in result) return response.redirect(303, await this.pages.addressOf(site, post, result.fragment));
    const page = await this.pages.commentPage(post, {
      site,
      url: new URL(home).pathname,
      address,
      cookie: request.headers.cookie,
      comments: { values, error: result.error, replyTo: result.replyTo },
    });
    if (page?.kind !== 'html') throw new NotFoundException();
    const headers = { ...pageHeaders(site, page.scripts), 'Cache-Control': 'private, no-cache' };
    await sendUncached(response, result.status, headers, page.body);
  }

  private async tooManyPasswords(response: Response, site: Site, seconds: number): Promise<void> {
    const headers = { ...pageHeaders(site), 'Cache-Control': 'private, no-cache', 'Retry-After': String(seconds) };
    await sendUncached(response, 429, headers, await this.pages.tooManyPasswords(site));
  }

  private async page(request: Request, response: Response): Promise<void> {
    const { url: frontEnd, links } = this.config.frontEnd;
    const current = await this.sites.current();
    const requested = requestedAddress(current.serviceHome, request.url);
    const stored = requested ? await this.sites.at(addressOf(current, request, requested.url)) : current;
    const preview = requested?.query.get(PREVIEW_PARAMETER) ?? undefined;
    const site = preview === undefined ? stored : await this.previews.site(stored, preview, request.headers.cookie);
    const address = requested && readPageAddress(requested.path, requested.query, site);
    // The front end passes on feeds and sitemaps whose links lead to it.
    if (frontEnd !== undefined && !(links && address && isForPrograms(address))) {
      const edited = requested && (await this.previews.inFrontEnd(site, requested, request.headers.cookie));
      if (edited !== undefined) response.setHeader('Cache-Control', 'private, no-store');
      response.redirect(302, edited ?? frontEnd + request.url);
      return;
    }
    if (!requested) throw new NotFoundException();
    const { url, path, query } = requested;
    if (path.startsWith(ASSETS) && this.assets.send(request, response, path.slice(ASSETS.length), query.get('v')))
      return;
    const pending = this.cache.begin(request);
    const there =
      address &&
      (await this.pages.respond(address, {
        site,
        url,
        cookie: request.headers.cookie,
        address: request.ip ?? '127.0.0.1',
        comments: {
          notice: query.get('comment') ?? undefined,
          replyTo: Number(/^\d{1,15}$/.exec(query.get('replytocom') ?? '')?.[0] ?? 0),
        },
      }));
    const found = there ?? (await this.pages.redirect(site, url));
    if (found?.kind === 'blocked') return this.tooManyPasswords(response, site, found.seconds);
    if (found?.kind === 'redirect') {
      response.redirect(found.status ?? 301, found.url);
      return;
    }
    if (found) {
      await this.cache.send(response, pending, {
        headers: {
          ...(found.kind === 'html' ? pageHeaders(site, found.scripts) : TYPES[found.kind]),
          Link: `<${site.rest('/')}>; rel="https://api.w.org/"`,
        },
        body: found.body,
        etag: found.etag,
        isPrivate: found.isPrivate ?? preview !== undefined,
        tables: [...TABLES, ...site.model.queries.tables],
      });
      return;
    }
    // Missing files get no page.
    if (!address || /\.\w{1,5}$/.test(path)) throw new NotFoundException();
    const headers = { ...pageHeaders(site), 'Cache-Control': 'no-cache' };
    await sendUncached(response, 404, headers, await this.pages.notFound(site));
  }
}

async function sendUncached(
  response: Response,
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
): Promise<void> {
  const { body, headers: encoding } = await encodedFor(response.req, text);
  response.writeHead(status, { ...headers, ...encoding, 'Content-Length': body.length }).end(body);
}

/** The URL of a request: on the host of the site, or on that of a language. */
function addressOf(site: Site, request: Request, url: string): string {
  const ofHost = `${request.protocol}://${request.headers.host ?? ''}${url}`;
  if (site.unlocalized(ofHost) !== ofHost) return ofHost;
  return (/^\w+:\/\/[^/]*/.exec(site.home)?.[0] ?? '') + url;
}

function isForPrograms(address: PageAddress): boolean {
  return address.kind === 'sitemap' || ('isFeed' in address && address.isFeed === true);
}
