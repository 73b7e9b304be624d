import { normalizeEntities } from '../../../text/entities.js';
import { escapeAttribute, escapeHtml } from '../../../text/escape.js';
import { formatMysqlDate } from '../../../text/dates.js';
import { elapsedTime } from '../../../text/elapsed-time.js';
import { filterPostHtml } from '../../../text/sanitize/kses.js';
import { stripAllTags } from '../../../text/strip-tags.js';
import { escapeUrl } from '../../../text/urls.js';
import { attachmentImage } from '../../media/attachment-image.js';
import { type BlockAttributes, booleanAttribute, member, numeric, textAttribute } from '../block.js';
import { type BlockPage, type BlockPost, type BlockSite } from '../../block-data.js';
import { latestComments, latestPosts, TIME_PASSED } from '../block-queries.js';
import { type Block, type BlockRenderer, type BlockScope } from '../block-scope.js';
import { avatarImage } from './avatar.js';
import {
  menuColors,
  NO_COLORS,
  openingClass,
  pageListColors,
  submenuButton,
  submenuIcon,
  submenusOf,
} from './submenus.js';
import { linkColorClass, slug, wrapperAttributes } from './wrapper.js';

/** Blocks that list posts, comments, terms or pages. */
export const LIST_BLOCKS: Readonly<Record<string, BlockRenderer>> = {
  'latest-posts': (block, scope) => {
    const { attributes } = block;
    const posts = scope.context.blockData.get(latestPosts(attributes))?.posts ?? [];
    const columns = columnsOf(attributes);
    const classes = [
      'wp-block-latest-posts__list',
      columns !== undefined && `is-grid columns-${columns}`,
      attributes.displayPostDate === true && 'has-dates',
      attributes.displayAuthor === true && 'has-author',
      linkColorClass(block),
    ];
    const { budget } = scope.context;
    const items = posts.map((post) => budget.renderItem(() => latestPost(post, block, scope))).join('');
    return `<ul ${wrapperAttributes(block, { classes })}>${items}</ul>`;
  },

  'latest-comments': (block, scope) => {
    const { attributes } = block;
    const comments = scope.context.blockData.get(latestComments(attributes)) ?? [];
    const displayAvatar = booleanAttribute(attributes.displayAvatar, true);
    const displayDate = booleanAttribute(attributes.displayDate, true);
    const shows = commentText(attributes);
    const classes = [displayAvatar && 'has-avatars', displayDate && 'has-dates', shows !== 'none' && 'has-excerpts'];
    if (comments.length === 0)
      return `<div ${wrapperAttributes(block, { classes: [...classes, 'no-comments'] as string[] })}>No comments to show.</div>`;
    const { site } = scope.context;
    const items = comments.map((comment) => {
      const avatar = displayAvatar
        ? avatarImage(
            { email: comment.email, size: 48, extraClass: 'wp-block-latest-comments__comment-avatar' },
            scope.context,
          )
        : '';
      const name = withoutTags(comment.author);
      const author =
        comment.authorUrl === ''
          ? `<span class="wp-block-latest-comments__comment-author">${name}</span>`
          : `<a class="wp-block-latest-comments__comment-author" href="${escapeUrl(comment.authorUrl, 'wp7')}">${name}</a>`;
      const date = displayDate
        ? `<time datetime="${comment.dateIso}" class="wp-block-latest-comments__comment-date">${shownDate(comment.date, site.blocks)}</time>`
        : '';
      const text =
        shows === 'none'
          ? ''
          : `<div class="wp-block-latest-comments__comment-excerpt">${scope.pipelines.comment(comment.text, scope.context, shows === 'full')}</div>`;
      return (
        `<li class="wp-block-latest-comments__comment">${avatar}<article><footer class="wp-block-latest-comments__comment-meta">` +
        `${author} on <a class="wp-block-latest-comments__comment-link" href="${escapeUrl(comment.link)}">${comment.postTitle}</a>${date}</footer>${text}</article></li>`
      );
    });
    return `<ol ${wrapperAttributes(block, { classes: classes as string[] })}>${items.join('')}</ol>`;
  },

  'page-list': (block, { context, menu }) => {
    const pages = context.blockData.get({ kind: 'pages' }) ?? [];
    const root = typeof block.attributes.parentPageID === 'number' ? block.attributes.parentPageID : 0;
    const items = pageItems(pages, root, menu, 0);
    const colors = menu ? pageListColors(menu, slug) : {};
    return items === '' ? '' : `<ul ${wrapperAttributes(block, colors)}>${items}</ul>`;
  },
};

/** The columns of a list in a grid. */
function columnsOf({ postLayout, columns = 3, layout }: BlockAttributes): number | undefined {
  if (postLayout === 'grid') return Number(columns);
  return member(layout, 'type') === 'grid' ? numeric(member(layout, 'columnCount')) : undefined;
}

/** How much of the comments is shown; an older attribute only says whether. */
function commentText({ displayContent, displayExcerpt }: BlockAttributes): 'none' | 'excerpt' | 'full' {
  if (displayContent === 'none' || displayContent === 'excerpt' || displayContent === 'full') return displayContent;
  return displayContent === undefined && displayExcerpt === false ? 'none' : 'excerpt';
}

/** The date, or how long ago it was where the format says so; `seconds` since 1970. */
export function shownTime(
  { date, seconds, format, isPast }: { date: string; seconds: number; format: unknown; isPast?: true },
  { context }: Pick<BlockScope, 'context'>,
): string {
  const provided = textAttribute(format);
  if (provided !== TIME_PASSED) return shownDate(date, context.site.blocks, provided === '' ? undefined : provided);
  const now = context.blockData.get({ kind: 'now' }) ?? Math.floor(Date.now() / 1000);
  return `${elapsedTime(seconds, now)} ${seconds > now && !isPast ? 'from now' : 'ago'}`;
}

export function shownDate(date: string, { zone, dateFormat }: BlockSite, format = dateFormat): string {
  return String(formatMysqlDate(format, date, zone) ?? '');
}

function latestPost(post: BlockPost, { attributes }: Block, { context, pipelines }: BlockScope): string {
  const title = post.title === '' ? '(no title)' : post.title;
  const link = escapeUrl(post.link);
  let html = '<li>';
  const image = attributes.displayFeaturedImage === true ? context.attachments.get(post.featured) : undefined;
  if (image) {
    const size = typeof attributes.featuredImageSizeSlug === 'string' ? attributes.featuredImageSizeSlug : 'thumbnail';
    const picture = attachmentImage(image, size, context, {
      class: `attachment-${size} size-${size} wp-post-image`,
      style: '',
    });
    const linked = attributes.addLinkToFeaturedImage
      ? `<a href="${link}" aria-label="${escapeAttribute(title)}">${picture}</a>`
      : picture;
    const align =
      typeof attributes.featuredImageAlign === 'string'
        ? ` align${escapeAttribute(attributes.featuredImageAlign)}`
        : '';
    html += `<div class="wp-block-latest-posts__featured-image${align}">${linked}</div>`;
  }
  html += `<a class="wp-block-latest-posts__post-title" href="${link}">${title}</a>`;
  if (attributes.displayAuthor === true && post.author)
    html += `<div class="wp-block-latest-posts__post-author">by ${escapeHtml(post.author.name)}</div>`;
  if (attributes.displayPostDate === true)
    html += `<time datetime="${post.dateIso}" class="wp-block-latest-posts__post-date">${shownDate(post.date, context.site.blocks)}</time>`;
  if (attributes.displayPostContent === true) {
    if (attributes.displayPostContentRadio === 'full_post')
      html += `<div class="wp-block-latest-posts__post-full-content">${pipelines.content(post, context)}</div>`;
    else {
      const length = typeof attributes.excerptLength === 'number' ? attributes.excerptLength : 55;
      html += `<div class="wp-block-latest-posts__post-excerpt">${withReadMore(pipelines.excerpt(post, context, length), link, title)}</div>`;
    }
  }
  return `${html}</li>\n`;
}

const CUT = ' [&hellip;]';

function withReadMore(excerpt: string, link: string, title: string): string {
  if (!excerpt.endsWith(CUT)) return excerpt;
  return `${excerpt.slice(0, -CUT.length)}… <a class="wp-block-latest-posts__read-more" href="${link}" rel="noopener">Read more<span class="screen-reader-text">: ${title}</span></a>`;
}

const MAX_LIST_DEPTH = 20;

function pageItems(
  pages: readonly BlockPage[],
  parent: number,
  menu: BlockAttributes | undefined,
  depth: number,
): string {
  if (depth > MAX_LIST_DEPTH) return '';
  const submenus = submenusOf(menu);
  const colors = menu && depth > 0 ? menuColors(menu, 'overlay', slug) : NO_COLORS;
  const style = colors.style === '' ? '' : ` style="${escapeAttribute(`${colors.style};`)}"`;
  const classes = [
    ...(menu ? ['wp-block-navigation-item', openingClass(submenus)].filter((name) => name !== '') : []),
    ...colors.classes,
  ];
  const end = depth > 0 && colors.classes.length === 0 ? ' ' : '';
  const linkClass = `wp-block-pages-list__item__link${menu ? ' wp-block-navigation-item__content' : ''}`;
  return pages
    .filter((page) => page.parent === parent)
    .map((page) => {
      const children = pageItems(pages, page.id, menu, depth + 1);
      const listed = ['wp-block-pages-list__item', ...(children === '' ? [] : ['has-child']), ...classes].join(' ');
      const own = `${listed}${end}${page.isFront ? ' menu-item-home' : ''}`;
      const title = ['', '0'].includes(page.title) ? '(no title)' : page.title;
      const label = filterPostHtml(title, 'wp7');
      const link = `<a class="${linkClass}" href="${escapeUrl(page.link)}">${label}</a>`;
      const list = 'class="wp-block-navigation__submenu-container"';
      if (children === '') return `<li class="${own}"${style}>${link}</li>`;
      const name = stripAllTags(title);
      const head =
        submenus.visibility === 'click'
          ? submenuButton(name, ' wp-block-navigation-item__content', label) +
            submenuIcon('wp-block-page-list__submenu-icon ')
          : link + (submenus.hasIcons ? submenuButton(name, 'wp-block-navigation__submenu-icon') : '');
      return `<li class="${own}"${style}>${head}<ul ${list}>${children}</ul></li>`;
    })
    .join('');
}
/** Quotes stay: they are typeset with the content around the name, which widgets are not. */
const withoutTags = (name: string) =>
  normalizeEntities(name).replace(/[<>]/g, (bracket) => (bracket === '<' ? '&lt;' : '&gt;'));
