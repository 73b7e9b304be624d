import { booleanAttribute, numeric, textAttribute } from '../../rendering/blocks/block.js';
import { wrapperAttributes } from '../../rendering/blocks/dynamic/wrapper.js';
import { type Site } from '../../site/site.js';
import { dateFromGmt, formatMysqlDate, utcText } from '../../text/dates.js';
import { decodeReferences } from '../../text/entities.js';
import { escapeAttribute, escapeHtml } from '../../text/escape.js';
import { type PhpArray, toInteger } from '../../text/php/index.js';
import { stripTags, trimWords } from '../../text/strip-tags.js';
import { escapeUrl } from '../../text/urls.js';
import { type Feed, type FeedItem } from './parse-feed.js';

type Attributes = Readonly<Record<string, unknown>>;

const SHOWN_ITEMS = 5;
const EXCERPT_WORDS = 55;
const NO_ITEMS = 'The feed cannot be read at the moment. Try again later.';

/** A block that shows the newest items of a feed. */
export function feedBlock(attributes: Attributes, feed: Feed, site: Site): string {
  if (feed.items.length === 0) return feedNotice(NO_ITEMS);
  const isGrid = attributes.blockLayout === 'grid';
  const shows = {
    date: booleanAttribute(attributes.displayDate, false),
    author: booleanAttribute(attributes.displayAuthor, false),
    excerpt: booleanAttribute(attributes.displayExcerpt, false),
  };
  const rel = textAttribute(attributes.rel).trim();
  const link = {
    attributes:
      (booleanAttribute(attributes.openInNewTab, false) ? ' target="_blank"' : '') +
      (rel === '' ? '' : ` rel="${escapeAttribute(rel)}"`),
  };
  const words = numeric(attributes.excerptLength) ?? EXCERPT_WORDS;
  const items = feed.items
    .slice(0, Math.max(0, numeric(attributes.itemsToShow) ?? SHOWN_ITEMS) || undefined)
    .map((item) => {
      const date = shows.date && item.date !== undefined ? blockDate(item.date, site) : '';
      const name = shows.author ? escapeHtml(stripTags(item.author)) : '';
      const author = name === '' ? '' : `<span class="wp-block-rss__item-author">by ${name}</span>`;
      const text = shows.excerpt && item.description !== '' ? excerpt(item, words) : undefined;
      const summary = text === undefined ? '' : `<div class="wp-block-rss__item-excerpt">${text}</div>`;
      return `<li class='wp-block-rss__item'>${blockTitle(item, link.attributes)}${date}${author}${summary}</li>`;
    });
  const classes = [
    isGrid && 'is-grid',
    isGrid && `columns-${numeric(attributes.columns) ?? 2}`,
    shows.date && 'has-dates',
    shows.author && 'has-authors',
    shows.excerpt && 'has-excerpts',
  ];
  return `<ul ${wrapperAttributes({ name: 'rss', attributes }, { classes })}>${items.join('')}</ul>`;
}

export function feedNotice(message: string): string {
  return `<div class="components-placeholder"><div class="notice notice-error">${escapeHtml(message)}</div></div>`;
}

function blockTitle({ title, link }: FeedItem, attributes: string): string {
  const text = escapeHtml(stripTags(decodeReferences(title)).trim()) || '(no title)';
  const url = escapeUrl(link);
  const inside = url === '' ? text : `<a href='${url}'${attributes}>${text}</a>`;
  return `<div class='wp-block-rss__item-title'>${inside}</div>`;
}

function blockDate(seconds: number, site: Site): string {
  const local = dateFromGmt(utcText(new Date(seconds * 1000)), site.zone);
  const format = (pattern: string) => String(formatMysqlDate(pattern, local, site.zone) ?? '');
  const name = escapeHtml(format(site.option('date_format')));
  return `<time datetime="${escapeAttribute(format('c'))}" class="wp-block-rss__item-publish-date">${name}</time> `;
}

function excerpt({ description }: FeedItem, words: number): string {
  const text = escapeAttribute(trimWords(decodeReferences(description), words, ' [&hellip;]'));
  return escapeHtml(text.replace(/\[\.\.\.\]$/, '[&hellip;]'));
}

/** The address of a widget's feed, from where it begins with `http`; empty if it is none. */
export function addressIn(text: string): string {
  const start = text.toLowerCase().indexOf('http');
  return start === -1 ? '' : text.slice(start);
}

/** The name of a feed in the title of a widget without one. */
export function feedName(feed: Feed | undefined): string {
  return stripTags(feed?.title ?? '') || plain(feed?.description ?? '') || 'Unknown Feed';
}

const plain = (html: string) => stripTags(decodeReferences(html));

/** Links to a feed and to its site. */
export function feedLinks(label: string, url: string, feed: Feed | undefined, site: Site): string {
  const icon = `${site.siteUrl}/wp-includes/images/rss.png`;
  const name = escapeAttribute(`RSS feed: ${stripTags(label)}`);
  return (
    `<a class="rsswidget rss-widget-feed" href="${escapeUrl(stripTags(url))}"><img class="rss-widget-icon" style="border:0" ` +
    `width="14" height="14" src="${escapeUrl(icon)}" alt="${name}" loading="lazy" /></a> ` +
    `<a class="rsswidget rss-widget-title" href="${escapeUrl(addressIn(stripTags(feed?.link ?? '')))}">${label}</a>`
  );
}

const WIDGET_ITEMS = 10;
const MAX_WIDGET_ITEMS = 20;

/** The items of a feed in a widget with these settings. */
export function feedWidget(settings: PhpArray, feed: Feed, site: Site): string {
  if (feed.items.length === 0) return `<ul><li>${NO_ITEMS}</li></ul>`;
  const count = toInteger(settings.get('items'));
  const shows = (name: string) => toInteger(settings.get(name)) !== 0;
  const items = feed.items.slice(0, count < 1 || count > MAX_WIDGET_ITEMS ? WIDGET_ITEMS : count).map((item) => {
    const title = escapeHtml(stripTags(item.title).trim()) || 'Untitled';
    const url = escapeUrl(addressIn(stripTags(item.link)));
    const date =
      shows('show_date') && item.date !== undefined
        ? ` <span class="rss-date">${widgetDate(item.date, site)}</span>`
        : '';
    const hasSummary = shows('show_summary');
    const summary = hasSummary ? `<div class="rssSummary">${excerpt(item, EXCERPT_WORDS)}</div>` : '';
    const author =
      shows('show_author') && item.author !== '' ? ` <cite>${escapeHtml(stripTags(item.author))}</cite>` : '';
    return url === ''
      ? `<li>${title}${date}${summary}${author}</li>`
      : `<li><a class='rsswidget' href='${url}'>${title}</a>${date}${summary}${author}</li>`;
  });
  return `<ul>${items.join('')}</ul>`;
}

/** As WordPress does, the time in UTC is taken for site time. */
function widgetDate(seconds: number, site: Site): string {
  const date = formatMysqlDate(site.option('date_format'), utcText(new Date(seconds * 1000)), site.zone);
  return String(date ?? '');
}
