import { gzipSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { takesGzip } from '../../rest/response/index.js';
import { assetFile, assetText, sendStaticFile, staticFile, type StaticFile } from '../../rest/server/index.js';
import { type Site } from '../../site/index.js';
import { OwnTheme } from './own-theme.js';

/** Below the site's home. */
export const ASSETS = '/site-assets/';
const OWN_STYLE = 'style.css';
/** For sites whose owner chose another look. */
const CHOICES = 'choices.css';
/** For languages without italics. */
const SCRIPTS = 'scripts.css';
const WITHOUT_ITALICS = /^(?:ar|fa|he|ja|ko|ur|zh)\b/;
/** Style sheets of the theme, in their order. */
const THEME = ['base', 'frame', 'lists', 'article', 'comments', 'popups', 'print'];
const CSS = 'text/css; charset=UTF-8';
const YEAR = 'public, max-age=31536000, immutable';

type Asset = StaticFile & { readonly gzipped: Buffer; readonly version: string };

/** Style sheets and scripts of the pages. Their URLs change with their content, so that browsers keep them. */
@Injectable()
export class SiteAssetsService {
  private readonly files = new Map<string, Asset>([
    [
      'theme.css',
      compressed(
        staticFile(CSS, THEME.map((name) => assetText(`features/site-pages/theme/styles/${name}.css`)).join('')),
      ),
    ],
    [CHOICES, compressed(assetFile('features/site-pages/theme/choices.css'))],
    [SCRIPTS, compressed(assetFile('features/site-pages/theme/scripts.css'))],
    ['site.js', compressed(assetFile('features/site-pages/theme/site.browser.js'))],
    ['popups.js', compressed(assetFile('features/site-pages/theme/popups.browser.js'))],
  ]);

  constructor({ style }: OwnTheme) {
    if (style !== undefined) this.files.set(OWN_STYLE, compressed(staticFile(CSS, style)));
  }

  /** URLs of the style sheets of every page, in their order. */
  styles(site: Site, { lang, hasChoices }: { lang: string; hasChoices: boolean }): string[] {
    return ['theme.css', ...(WITHOUT_ITALICS.test(lang) ? [SCRIPTS] : []), ...(hasChoices ? [CHOICES] : []), OWN_STYLE]
      .filter((name) => this.files.has(name))
      .map((name) => this.urlOf(site, name));
  }

  urlOf(site: Site, name: string): string {
    return `${site.home}${ASSETS}${name}?v=${this.files.get(name)!.version}`;
  }

  /** False if there is no such file. */
  send(request: Request, response: Response, name: string, version: string | null): boolean {
    const file = this.files.get(name);
    if (!file) return false;
    const isZipped = takesGzip(request.headers['accept-encoding']);
    sendStaticFile(request, response, isZipped ? { ...file, body: file.gzipped } : file, {
      'Cache-Control': version === file.version ? YEAR : 'no-cache',
      Vary: 'Accept-Encoding',
      ...(isZipped && { 'Content-Encoding': 'gzip' }),
    });
    return true;
  }
}

function compressed(file: StaticFile): Asset {
  return { ...file, gzipped: gzipSync(file.body, { level: 9 }), version: file.etag.slice(1, 11) };
}
