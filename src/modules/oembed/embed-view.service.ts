import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntriesStore } from '../entries/read/entries.store.js';
import { EntryRenderer } from '../entries/read/rendering/entry-renderer.js';
import { SiteService } from '../../site/site.service.js';
import { directionOf, languageTag } from '../../text/locales.js';
import { escapeAttribute } from '../../text/escape.js';
import { stripTags } from '../../text/strip-tags.js';
import { escapeUrl } from '../../text/urls.js';
import { OembedService } from './oembed.service.js';

interface EmbedPage {
  language: string;
  /** Rendered, as is the excerpt. */
  title: string;
  excerpt: string;
  link: string;
  imageUrl?: string;
  siteName: string;
  siteUrl: string;
  /** URL of the oEmbed response for the entry. */
  oembedUrl: string;
}

/** Reports the height of this page to the embedding page, and asks it to follow links. */
const SCRIPT = `(function () {
  var tell = function (message, value) {
    var secret = (/[?&]secret=([a-zA-Z0-9]+)/.exec(location.hash) || [])[1];
    if (secret && parent !== window) parent.postMessage({ message: message, value: value, secret: secret }, "*");
  };
  var height = function () { tell("height", Math.ceil(document.documentElement.getBoundingClientRect().height)); };
  ["load", "resize", "hashchange"].forEach(function (name) { addEventListener(name, height); });
  document.addEventListener("click", function (event) {
    var link = event.target.closest("a[href]");
    if (!link) return;
    event.preventDefault();
    tell("link", link.href);
  });
})();`;

const STYLE =
  'body{margin:0;padding:1.2rem;font:1rem/1.5 system-ui,sans-serif;color:#444;border:1px solid #ddd;box-sizing:border-box}' +
  'h1{font-size:1.3rem;margin:0 0 .5rem}a{color:#222;text-decoration:none}footer{clear:both;font-size:.9rem}' +
  'img{max-width:100%;max-height:12rem;float:inline-end;margin-block:0 .5rem;margin-inline:1rem 0}';

/** Any page may embed this one; it may only run the script above. */
export const EMBED_PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=UTF-8',
  'Content-Security-Policy':
    `default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors *; ` +
    `script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

function embedPage({ language, title, excerpt, link, imageUrl, siteName, siteUrl, oembedUrl }: EmbedPage): string {
  const image =
    imageUrl === undefined
      ? ''
      : `<a href="${escapeUrl(link)}" target="_top"><img src="${escapeUrl(imageUrl)}" alt=""></a>\n`;
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${stripTags(title)}</title>
<link rel="canonical" href="${escapeUrl(link)}">
<link rel="alternate" type="application/json+oembed" href="${escapeAttribute(oembedUrl)}">
<style>${STYLE}</style>
</head>
<body>
${image}<h1><a href="${escapeUrl(link)}" target="_top">${title}</a></h1>
${excerpt}
<footer><a href="${escapeUrl(siteUrl)}" target="_top">${siteName}</a></footer>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

@Injectable()
export class EmbedViewService {
  constructor(
    private readonly oembed: OembedService,
    private readonly entries: EntriesStore,
    private readonly renderer: EntryRenderer,
    private readonly sites: SiteService,
  ) {}

  /** The embed page of the entry at a path of the site; undefined if it is not public. */
  async page(path: string): Promise<string | undefined> {
    const site = await this.sites.current();
    const origin = /^\w+:\/\/[^/]*/.exec(site.home)?.[0] ?? '';
    const found = await this.oembed.find(site, origin + path);
    const entry = found && (await this.entries.byId(found.entry.id));
    if (!entry) return undefined;
    const { title, link, image } = found;
    return embedPage({
      language: languageTag(site.locale) || 'en',
      title,
      link,
      excerpt: entry.password === '' ? (await this.renderer.page(site, [entry])).excerpt(entry) : '',
      imageUrl: image?.url,
      siteName: site.option('blogname'),
      siteUrl: site.home,
      oembedUrl: site.rest('/oembed/1.0/embed', `url=${encodeURIComponent(link)}`),
    });
  }
}
