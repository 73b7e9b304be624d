import { type Site } from '../site/site.js';
import { escapeHtml } from '../text/escape.js';
import { stripTags } from '../text/strip-tags.js';
import { escapeUrl } from '../text/urls.js';

const STYLE = `:root{color-scheme:light dark;--text:#1d2327;--muted:#5b6470;--line:#d9dde2;--link:#0b57d0;--back:#fff}
@media(prefers-color-scheme:dark){:root{--text:#e6e8eb;--muted:#a2abb6;--line:#3a4049;--link:#8ab4f8;--back:#16191d}}
*{box-sizing:border-box}body{margin:0;background:var(--back);color:var(--text);font:1.0625rem/1.65 system-ui,sans-serif;overflow-wrap:break-word}
.wrap{max-width:44rem;margin:0 auto;padding:0 1.25rem}a{color:var(--link)}img,video,iframe{max-width:100%;height:auto}
.site{border-bottom:1px solid var(--line);margin-bottom:2.5rem;padding:1.25rem 0}.site .name{font-size:1.25rem;font-weight:700;color:inherit;text-decoration:none}
.site p{margin:.1rem 0 0;color:var(--muted)}.site ul{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:.75rem 0 0;padding:0}
h1{font-size:clamp(2rem,6vw,2.75rem);line-height:1.12;letter-spacing:-.02em;margin:0 0 .75rem;text-wrap:balance}h2{line-height:1.3;letter-spacing:-.01em}
article{font-size:1.125rem}.featured{display:block;width:100%;max-height:28rem;object-fit:cover;border-radius:.75rem;margin:0 0 2rem}
.terms{margin:2rem 0 0;display:flex;flex-wrap:wrap;gap:.5rem;font-size:.9375rem}.terms a{border:1px solid var(--line);border-radius:2rem;padding:.1rem .75rem;text-decoration:none}.terms a:hover{border-color:currentcolor}
.list h2 a{color:inherit;text-decoration:none}.list h2 a:hover{text-decoration:underline}.site nav a{text-decoration:none}.site nav a:hover{text-decoration:underline}.meta{color:var(--muted);font-size:.9375rem;margin:0 0 1.5rem}
.list{list-style:none;padding:0}.list li{border-bottom:1px solid var(--line);padding:0 0 1.5rem;margin:0 0 1.5rem}.list h2{margin:0 0 .25rem}
.pages{display:flex;justify-content:space-between;gap:1rem}pre{overflow:auto}table{border-collapse:collapse}td,th{border:1px solid var(--line);padding:.3rem .6rem}
blockquote{border-left:3px solid var(--line);margin-left:0;padding-left:1rem;color:var(--muted)}.alignleft{float:left;margin:0 1.25rem 1rem 0}.alignright{float:right;margin:0 0 1rem 1.25rem}.aligncenter{display:block;margin:0 auto}
.screen-reader-text,.skip:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.notice{border:1px solid var(--line);border-left:4px solid var(--link);padding:.5rem 1rem;margin:0 0 1.5rem}
.comments{border-top:1px solid var(--line);margin-top:3rem;padding-top:1.5rem}.comments ol{list-style:none;margin:0;padding:0}.comments ol ol{border-left:2px solid var(--line);padding-left:1.25rem}.comments li{margin:0 0 1.25rem}.comments article{font-size:1rem}.comments .meta{margin:0}.comments article>p{margin:.25rem 0}
.site-footer{border-top:1px solid var(--line);margin-top:3rem;padding:1.25rem 0;color:var(--muted);font-size:.9375rem}`;

/** Content may bring styles, images, players and frames, but no script runs and no other site is sent a form. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=UTF-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' http: https: data:; media-src 'self' http: https:; " +
    "font-src 'self' https: data:; frame-src http: https:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'",
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
};

export interface SitePage {
  /** HTML; its text is the title of the document. */
  title: string;
  /** HTML of the main part. */
  main: string;
  canonical?: string;
  /** The same content in the REST API. */
  restUrl?: string;
  feed?: { title: string; url: string };
  description?: string;
  isIndexed?: boolean;
  prev?: string;
  next?: string;
}

export interface NavigationLink {
  /** HTML. */
  title: string;
  url: string;
}

/** The one template of all pages. Whatever is not HTML already is escaped here. */
export function renderPage(site: Site, navigation: readonly NavigationLink[], page: SitePage): string {
  const name = escapeHtml(site.option('blogname'));
  const tagline = escapeHtml(site.option('blogdescription'));
  const text = stripTags(page.title);
  const head = [
    `<title>${text === '' || text === name ? name : `${text} – ${name}`}</title>`,
    page.description && `<meta name="description" content="${escapeHtml(page.description)}">`,
    page.isIndexed === false && '<meta name="robots" content="noindex">',
    page.canonical && `<link rel="canonical" href="${escapeUrl(page.canonical)}">`,
    page.restUrl && `<link rel="alternate" type="application/json" href="${escapeUrl(page.restUrl)}">`,
    page.feed &&
      `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(page.feed.title)}" href="${escapeUrl(page.feed.url)}">`,
    page.prev && `<link rel="prev" href="${escapeUrl(page.prev)}">`,
    page.next && `<link rel="next" href="${escapeUrl(page.next)}">`,
    `<link rel="https://api.w.org/" href="${escapeUrl(site.rest('/'))}">`,
  ];
  const links = navigation.map(({ title, url }) => `<li><a href="${escapeUrl(url)}">${title}</a></li>`);
  return `<!doctype html>
<html lang="${escapeHtml((site.option('WPLANG') || 'en_US').replaceAll('_', '-'))}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head.filter(Boolean).join('\n')}
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="site"><div class="wrap">
<a class="name" href="${escapeUrl(`${site.home}/`)}">${name}</a>
${tagline === '' ? '' : `<p>${tagline}</p>`}
${links.length === 0 ? '' : `<nav aria-label="Pages"><ul>${links.join('')}</ul></nav>`}
</div></header>
<main id="content" class="wrap">
${page.main}
</main>
<footer class="site-footer"><div class="wrap"><a href="${escapeUrl(`${site.home}/feed/`)}">RSS</a></div></footer>
</body>
</html>
`;
}

export interface ArticleView {
  /** HTML, as the REST API renders it. */
  title: string;
  content: string;
  link: string;
  /** Formatted for people, and for machines. */
  date: string;
  isoDate: string;
  author?: { name: string; url: string };
  terms: readonly { name: string; url: string }[];
  /** The featured image. */
  image?: { url: string; alt: string };
}

export function renderArticle(
  { title, content, date, isoDate, author, terms, image }: ArticleView,
  notice = '',
): string {
  const picture = image ? `<img class="featured" src="${escapeUrl(image.url)}" alt="${escapeHtml(image.alt)}">\n` : '';
  const tags = terms.map(({ name, url }) => `<a href="${escapeUrl(url)}">${escapeHtml(name)}</a>`);
  const by = author ? ` by <a rel="author" href="${escapeUrl(author.url)}">${escapeHtml(author.name)}</a>` : '';
  const meta =
    date === '' ? '' : `<p class="meta"><time datetime="${escapeHtml(isoDate)}">${escapeHtml(date)}</time>${by}</p>`;
  return `<article>
${notice}<h1>${title}</h1>
${meta}
${picture}${content}
${tags.length === 0 ? '' : `<p class="terms" aria-label="Filed under">${tags.join(' ')}</p>`}
</article>`;
}

/** Asks for the password of a protected post, as WordPress's own form does. */
export function renderPasswordForm(siteUrl: string, id: number): string {
  return `<form action="${escapeUrl(`${siteUrl}/wp-login.php?action=postpass`)}" method="post">
<p>This content is protected. Enter its password to read it.</p>
<p><label for="pwbox-${id}">Password</label> <input id="pwbox-${id}" name="post_password" type="password" autocomplete="off" required>
<input type="hidden" name="post_id" value="${id}"><button type="submit">Open</button></p>
</form>`;
}

export function renderArchive(
  heading: string,
  items: readonly (Omit<ArticleView, 'terms' | 'content'> & { excerpt: string })[],
  { prev, next }: { prev?: string; next?: string },
): string {
  const entries = items.map(
    ({ title, link, date, isoDate, excerpt }) => `<li><article>
<h2><a href="${escapeUrl(link)}">${title || escapeHtml(date)}</a></h2>
<p class="meta"><time datetime="${escapeHtml(isoDate)}">${escapeHtml(date)}</time></p>
${excerpt}
</article></li>`,
  );
  const pages = [
    prev && `<a rel="prev" href="${escapeUrl(prev)}">Newer posts</a>`,
    next && `<a rel="next" href="${escapeUrl(next)}">Older posts</a>`,
  ].filter(Boolean);
  return [
    heading === '' ? '<h1 class="screen-reader-text">Posts</h1>' : `<h1>${heading}</h1>`,
    entries.length === 0 ? '<p>There is nothing here yet.</p>' : `<ul class="list">${entries.join('\n')}</ul>`,
    pages.length === 0 ? '' : `<nav class="pages" aria-label="More posts">${pages.join('')}</nav>`,
  ].join('\n');
}
