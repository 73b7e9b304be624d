import { type SeoHead } from '../../../modules/entries/index.js';
import { messagesOf, type Texts } from '../../../site/index.js';
import { directionOf, stripTags } from '../../../text/index.js';
import { around, html, type Html, raw, url } from './html.js';
import { type Frame, type Link, type MenuLink, type Picture } from './views.js';

export interface Feed {
  readonly title: string;
  readonly url: string;
  readonly type: 'application/rss+xml' | 'application/feed+json';
}

/** A language of the site, as a page links it. */
export interface LanguageLink {
  readonly name: string;
  readonly tag: string;
  readonly url: string;
  readonly isCurrent: boolean;
}

export interface PageLanguages {
  readonly items: readonly LanguageLink[];
  /** The same content in other languages, by language tag. */
  readonly translations: Readonly<Record<string, string>>;
}

/** A page: what its head says about it, and its main part. */
export interface Page {
  /** The text is the title of the document; empty on the front page. */
  readonly title: Html;
  /** Plain text for search engines and social networks instead of the title; empty: the title. */
  readonly searchTitle?: string;
  /** URLs of the same content in other languages, by language tag. */
  readonly translations?: Readonly<Record<string, string>>;
  /** What a plugin for search engines says instead. */
  readonly seo?: SeoHead;
  /** On sites with several languages. */
  readonly languages?: PageLanguages;
  readonly kind: string;
  readonly isFront?: boolean;
  readonly main: Html;
  readonly canonical?: string;
  /** The same content in the REST API. */
  readonly restUrl?: string;
  readonly feeds?: readonly Feed[];
  readonly description?: string;
  readonly isIndexed?: boolean;
  readonly prev?: string;
  readonly next?: string;
  readonly image?: Picture;
  readonly article?: {
    readonly published: string;
    readonly modified: string;
    readonly section?: string;
    readonly tags: readonly string[];
  };
  /** Structured data. */
  readonly data?: readonly object[];
  /** Rules for the blocks of this page. */
  readonly css?: string;
  /** URLs of scripts that improve this page. */
  readonly scripts?: readonly string[];
  /** Below the main part: popups. */
  readonly after?: Html;
}

/** The document around the main part of a page. `own` replaces the theme's header and footer. */
export function renderPage(frame: Frame, page: Page, own: { header?: Html; footer?: Html } = {}): string {
  return html`<!doctype html>
    <html ${attributes(frame)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${head(frame, page)}
      </head>
      <body class="${page.kind} wp-embed-responsive">
        <a class="skip" href="#content">${messagesOf(frame.lang).page.skip}</a>
        ${own.header ?? header(frame, page.canonical)} ${page.isFront && headerPicture(frame)}
        ${languageSwitch(page.languages, messagesOf(frame.lang))}
        <main id="content">${page.main}</main>
        ${own.footer ?? footer(frame)} ${page.after}
      </body>
    </html> `.markup;
}

function attributes({ lang, isRtl, colour, font, layout, cards, header: place }: Frame): Html {
  const direction = isRtl ? 'rtl' : directionOf(lang);
  return html`lang="${lang}" dir="${direction}" data-colour="${colour}" data-font="${font}" data-layout="${layout}"
  data-cards="${cards}" data-header="${place}"`;
}

function head(frame: Frame, page: Page): Html {
  const title = textOf(page.title);
  const { name, tagline } = frame;
  const front = tagline === '' ? name : `${name} – ${tagline}`;
  const description = page.seo ? page.seo.description : page.description;
  const robots = page.isIndexed === false || !frame.isIndexed ? 'noindex' : (page.seo?.robots ?? '');
  const canonical = page.seo?.canonical || page.canonical;
  const lines: (Html | false | undefined)[] = [
    html`<title>${page.seo?.title || page.searchTitle || (title === '' ? front : `${title} – ${name}`)}</title>`,
    description ? html`<meta name="description" content="${description}" />` : undefined,
    robots !== '' && html`<meta name="robots" content="${robots}" />`,
    canonical !== undefined && html`<link rel="canonical" href="${url(canonical)}" />`,
    ...languages(frame.lang, page),
    page.prev !== undefined && html`<link rel="prev" href="${url(page.prev)}" />`,
    page.next !== undefined && html`<link rel="next" href="${url(page.next)}" />`,
    page.restUrl !== undefined && html`<link rel="alternate" type="application/json" href="${url(page.restUrl)}" />`,
    ...(page.feeds ?? []).map(
      (feed) => html`<link rel="alternate" type="${feed.type}" title="${feed.title}" href="${url(feed.url)}" />`,
    ),
    html`<link rel="https://api.w.org/" href="${url(frame.restRoot)}" />`,
    frame.icon !== undefined &&
      html`<link rel="icon" href="${url(frame.icon)}" /><link rel="apple-touch-icon" href="${url(frame.icon)}" />`,
    ...frame.styles.map((style) => html`<link rel="stylesheet" href="${url(style)}" />`),
    ...[frame.css, page.css].map((css) =>
      css
        ? html`<style>
            ${raw(css)}
          </style>`
        : undefined,
    ),
    ...(page.scripts ?? []).map((script) => html`<script src="${url(script)}" defer></script>`),
    page.isIndexed !== false && page.canonical !== undefined && social(frame, page, page.canonical),
    ...(page.data ?? []).map(
      (data) =>
        html`<script type="application/ld+json">
          ${raw(json(data))}
        </script>`,
    ),
  ];
  return raw(
    lines
      .filter((line) => line instanceof Object)
      .map(String)
      .join('\n'),
  );
}

/** The page itself and its translations, as search engines expect all of them on each. */
function languages(lang: string, { translations, languages: stored, canonical }: Page): Html[] {
  const all = { ...stored?.translations, ...translations };
  if (canonical === undefined || Object.keys(all).length === 0) return [];
  return Object.entries({ ...all, [lang]: canonical }).map(
    ([language, address]) => html`<link rel="alternate" hreflang="${language}" href="${url(address)}" />`,
  );
}

/** Open Graph, and what Twitter does not take from it. */
function social(
  frame: Frame,
  { title, searchTitle, description, image: ownImage, article, seo }: Page,
  canonical: string,
): Html {
  const image = seo?.openGraph.image ?? ownImage;
  const properties: [string, string | undefined][] = [
    ['og:site_name', frame.name],
    ['og:type', article ? 'article' : 'website'],
    ['og:title', seo?.openGraph.title || searchTitle || textOf(title) || frame.name],
    ['og:url', canonical],
    ['og:description', seo ? seo.openGraph.description : description],
    ['og:locale', frame.lang.replaceAll('-', '_')],
    ['og:image', image?.url],
    ['og:image:width', image?.width === undefined ? undefined : String(image.width)],
    ['og:image:height', image?.height === undefined ? undefined : String(image.height)],
    ['og:image:alt', seo?.openGraph.image ? undefined : ownImage?.alt],
    ['article:published_time', article?.published],
    ['article:modified_time', article?.modified],
    ['article:section', article?.section],
    ...(article?.tags ?? []).map((tag): [string, string] => ['article:tag', tag]),
  ];
  const metas = properties
    .filter(([, content]) => content)
    .map(([property, content]) => html`<meta property="${property}" content="${content}" /> `);
  const twitter: [string, string | undefined][] = [
    ['twitter:title', seo?.twitter.title],
    ['twitter:description', seo?.twitter.description],
    ['twitter:image', seo?.twitter.image],
  ];
  const own = twitter
    .filter(([, content]) => content)
    .map(([name, content]) => html`<meta name="${name}" content="${content}" /> `);
  return html`${metas}${own}<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}" />`;
}

function header(frame: Frame, current: string | undefined): Html {
  const { logo, name, tagline, homeUrl, searchUrl } = frame;
  const t = messagesOf(frame.lang);
  const brand = logo
    ? html`<img src="${url(logo.url)}" alt="${logo.alt || name}" width="${logo.width}" height="${logo.height}" />`
    : html`${name}`;
  return html`<header class="site-header">
    <div class="wrap">
      <div class="brand">
        <a href="${url(homeUrl)}" rel="home">${brand}</a>${tagline !== '' && html`<p>${tagline}</p>`}
      </div>
      ${frame.menu.length > 0 && html`<nav class="menu" aria-label="${t.page.main}">${menu(frame.menu, current, t)}</nav>`}
      <a class="find" href="${url(searchUrl)}" aria-label="${t.search.title}"
        ><svg
          width="20"
          height="20"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          stroke-width="2"
          stroke-linecap="round"
          aria-hidden="true"
        >
          <circle cx="11" cy="11" r="7" />
          <path d="m20 20-3.8-3.8" /></svg
      ></a>
    </div>
  </header>`;
}

function languageSwitch(languages: PageLanguages | undefined, t: Texts): Html | undefined {
  if (!languages) return undefined;
  const items = languages.items.map(
    ({ name, tag, url: address, isCurrent }) =>
      html`<li>
        <a href="${url(address)}" lang="${tag}" hreflang="${tag}" ${isCurrent && raw('aria-current="true"')}>${name}</a>
      </li>`,
  );
  return html`<nav class="languages wrap" aria-label="${t.page.languages}">
    <ul>
      ${items}
    </ul>
  </nav>`;
}

function menu(links: readonly MenuLink[], current: string | undefined, t: Texts): Html {
  const items = links.map(
    (link) =>
      html`<li>
        <a href="${url(link.url)}" ${link.url === current && raw(' aria-current="page"')}>${link.title}</a>${
          link.children.length > 0 &&
          html`<details>
            <summary><span class="screen-reader-text">${moreOf(link.title, t)}</span></summary>
            ${menu(link.children, current, t)}
          </details>`
        }
      </li>`,
  );
  return html`<ul>
    ${items}
  </ul>`;
}

const moreOf = (title: string | Html, t: Texts) => around((text) => t.page.more({ title: text }), html`${title}`);

function headerPicture({ headerPicture: image }: Frame): Html | undefined {
  return image && html`<div class="wrap header-picture">${picture(image, WIDE_WIDTH, 'first')}</div>`;
}

function footer({ name, home, lang, footer: { text, menu: links, social, picture: image } }: Frame): Html {
  const t = messagesOf(lang);
  return html`<footer class="site-footer">
    <div class="wrap">
      ${image && picture(image, '10rem', 'lazy')}
      <div class="footer-text"><span>${name}</span>${text.map((line) => html`<p dir="auto">${line}</p>`)}</div>
      ${links.length > 0 && html`<nav aria-label="${t.page.footer}">${flat(links)}</nav>`}
      ${
        social.length > 0 &&
        html`<nav aria-label="${t.page.social}">
          ${social.map(({ title, url: address }) => html`<a rel="me" href="${url(address)}">${title}</a>`)}
        </nav>`
      }
      <nav aria-label="${t.page.feeds}">
        <a href="${url(`${home}/feed/`)}">RSS</a><a href="${url(`${home}/sitemap.xml`)}">${t.page.sitemap}</a>
      </nav>
    </div>
  </footer>`;
}

/** Links of a menu without its levels. */
const flat = (links: readonly MenuLink[]): Html =>
  html`${links.map((link) => html`<a href="${url(link.url)}">${link.title}</a>${flat(link.children)}`)}`;

/**
 * How browsers load pictures: the largest one in the first screen before everything else, with which other pictures would share
 * the bandwidth; those in or near the first screen; those far below it when they come into view.
 */
const LOADING = {
  first: raw(' fetchpriority="high"'),
  early: raw(' decoding="async"'),
  lazy: raw(' loading="lazy" decoding="async"'),
} as const;

export type PictureLoading = keyof typeof LOADING;

/**
 * The width of a picture as wide as the text column allows, by `--wide` and `--gap`: on a phone with a dense screen a picture as wide as
 * the screen would need the next larger size, with twice the bytes.
 */
export const COLUMN_WIDTH = '(min-width: 29rem) 92vw, calc(100vw - 2.3rem)';
export const WIDE_WIDTH = `(min-width: 71rem) 66rem, ${COLUMN_WIDTH}`;

export function picture(image: Picture, sizes: string, loading: PictureLoading): Html {
  const { srcset, width, height, alt, style } = image;
  const responsive = srcset !== undefined && html` srcset="${srcset}" sizes="${sizes}"`;
  return html`<img
    src="${url(image.url)}"
    alt="${alt}"
    width="${width}"
    height="${height}"
    ${responsive}${style !== undefined && html` style="${style}"`}${LOADING[loading]}
  />`;
}

export function links(items: readonly Link[], between = ', '): Html {
  return html`${items.map((item, index) => html`${index > 0 && between}<a href="${url(item.url)}">${item.title}</a>`)}`;
}

export function searchForm(home: string, t: Texts, value = ''): Html {
  return html`<form class="search-form" role="search" method="get" action="${url(`${home}/`)}">
    <label class="screen-reader-text" for="search">${t.search.field}</label
    ><input id="search" type="search" name="s" value="${value}" placeholder="${t.search.title}" required /><button
      type="submit"
    >
      ${t.search.submit}
    </button>
  </form>`;
}

/** The text of a title, still with its character references. */
export const textOf = (title: Html): string => stripTags(title.markup);

/** JSON inside of a script element. */
function json(data: object): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
}
