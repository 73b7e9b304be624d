import { escapeAttribute, escapeHtml } from '../../../../text/escape.js';
import { formatMysqlDate } from '../../../../text/dates.js';
import { filterPostHtml } from '../../../../text/sanitize/kses.js';
import { stripAllTags } from '../../../../text/strip-tags.js';
import { escapeUrl } from '../../../../text/urls.js';
import { attachmentImage } from '../../media/attachment-image.js';
import { type BlockAttributes } from '../block.js';
import { type BlockPage, type BlockPost, type BlockSite, type BlockTerm } from '../block-data.js';
import { latestComments, latestPosts, tagCloud, termList } from '../block-queries.js';
import { type Block, type BlockRenderer, type BlockScope } from '../block-scope.js';
import { avatarImage } from './avatar.js';
import { menuColors, openingOf, OPENING_CLASSES, submenuScript, submenuToggle } from './submenus.js';
import { linkColorClass, wrapperAttributes } from './wrapper.js';

/** Blocks that list posts, comments, terms or pages. */
export const LIST_BLOCKS: Readonly<Record<string, BlockRenderer>> = {
  'latest-posts': (block, scope) => {
    const { attributes } = block;
    const posts = scope.context.blockData.get(latestPosts(attributes))?.posts ?? [];
    const classes = [
      'wp-block-latest-posts__list',
      attributes.postLayout === 'grid' && 'is-grid',
      attributes.postLayout === 'grid' && `columns-${Number(attributes.columns ?? 3)}`,
      attributes.displayPostDate === true && 'has-dates',
      attributes.displayAuthor === true && 'has-author',
      linkColorClass(block),
    ];
    const { budget } = scope.context;
    const items = posts.map((post) => budget.render({ entries: 1 }, () => latestPost(post, block, scope))).join('');
    return `<ul ${wrapperAttributes(block, { classes })}>${items}</ul>`;
  },

  'latest-comments': (block, scope) => {
    const { attributes } = block;
    const comments = scope.context.blockData.get(latestComments(attributes)) ?? [];
    const { displayAvatar = true, displayDate = true } = attributes;
    const shows = attributes.displayContent ?? (attributes.displayExcerpt === false ? 'none' : 'excerpt');
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
      const author =
        comment.authorUrl === ''
          ? `<span class="wp-block-latest-comments__comment-author">${escapeHtml(comment.author)}</span>`
          : `<a class="wp-block-latest-comments__comment-author" href="${escapeUrl(comment.authorUrl, 'current')}">${escapeHtml(comment.author)}</a>`;
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

  categories: (block, { context }) => categories(block, context.blockData.get(termList(block.attributes)) ?? []),

  'tag-cloud': (block, { context }) => {
    const terms = context.blockData.get(tagCloud(block.attributes)) ?? [];
    return terms.length === 0 ? '' : `<p ${wrapperAttributes(block)}>${cloud(block, terms)}</p>`;
  },

  'page-list': (block, { context, menu }) => {
    const pages = context.blockData.get({ kind: 'pages' }) ?? [];
    const root = typeof block.attributes.parentPageID === 'number' ? block.attributes.parentPageID : 0;
    const items = pageItems(pages, root, menu, 0);
    const colors = menu ? menuColors(menu, '') : {};
    return items === '' ? '' : `<ul ${wrapperAttributes(block, colors)}>${items}</ul>`;
  },
};

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
    const picture = attachmentImage(image, size, context, { class: `attachment-${size} size-${size} wp-post-image` });
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

function categories(block: Block, all: readonly BlockTerm[]): string {
  const { attributes } = block;
  const taxonomy = typeof attributes.taxonomy === 'string' ? attributes.taxonomy : 'category';
  const terms = attributes.showOnlyTopLevel === true ? all.filter(({ parent }) => parent === 0) : all;
  const counts = attributes.showPostCounts === true;
  const isTree = attributes.showHierarchy === true;
  if (attributes.displayAsDropdown === true) return '';
  const classes = ['wp-block-categories-list', `wp-block-categories-taxonomy-${taxonomy}`];
  const items = isTree ? termTree(terms, counts) : terms.map((term) => termItem(term, counts, '')).join('');
  const visible = terms.length === 0 ? `<li class="cat-item-none">No categories</li>` : items;
  return `<ul ${wrapperAttributes(block, { classes })}>${visible}</ul>`;
}

function termItem(term: BlockTerm, counts: boolean, children: string): string {
  return `\t<li class="cat-item cat-item-${term.id}"><a href="${escapeUrl(term.link)}">${term.name}</a>${counts ? ` (${term.count})` : ''}\n${children}</li>\n`;
}

/** Terms whose parent is not in the list are at the top level. */
function termTree(terms: readonly BlockTerm[], counts: boolean): string {
  const known = new Set(terms.map(({ id }) => id));
  const passed = new Set<number>();
  const level = (parent: number, depth: number): string =>
    terms
      .filter((term) => (known.has(term.parent) ? term.parent : 0) === parent && !passed.has(term.id))
      .map((term) => {
        passed.add(term.id);
        const inside = depth < DEEPEST_LIST ? level(term.id, depth + 1) : '';
        const indent = '\t'.repeat(depth);
        return termItem(term, counts, inside === '' ? '' : `${indent}<ul class='children'>\n${inside}${indent}</ul>\n`);
      })
      .join('');
  return level(0, 0);
}

const DEEPEST_LIST = 20;

function cloud({ attributes }: Block, terms: readonly BlockTerm[]): string {
  const size = (value: unknown, fallback: number) => Number.parseFloat(String(value ?? '')) || fallback;
  const smallest = size(attributes.smallestFontSize, 8);
  const largest = size(attributes.largestFontSize, 22);
  const unit = /[a-z%]+$/i.exec(String(attributes.smallestFontSize ?? '8pt'))?.[0] ?? 'pt';
  const counts = terms.map(({ count }) => count);
  const fewest = Math.min(...counts);
  const scale = (count: number) => Math.round(Math.log10(count + 1) * 100);
  const low = scale(fewest);
  const span = Math.max(scale(Math.max(...counts)) - low, 1);
  const step = Math.max(largest - smallest, 1) / span;
  return terms
    .map((term, index) => {
      const visible = smallest + (scale(term.count) - low) * step;
      const items = `${term.count} ${term.count === 1 ? 'item' : 'items'}`;
      const count = attributes.showTagCounts ? `<span class="tag-link-count"> (${term.count})</span>` : '';
      return (
        `<a href="${escapeUrl(term.link)}" class="tag-cloud-link tag-link-${term.id} tag-link-position-${index + 1}" ` +
        `style="font-size: ${phpNumber(visible)}${unit};" aria-label="${escapeAttribute(`${term.name} (${items})`)}">${term.name}${count}</a>`
      );
    })
    .join('\n');
}

/** With the 14 digits that PHP prints. */
function phpNumber(value: number): string {
  return String(Number(value.toPrecision(14)));
}

function pageItems(
  pages: readonly BlockPage[],
  parent: number,
  menu: BlockAttributes | undefined,
  depth: number,
): string {
  if (depth > DEEPEST_LIST) return '';
  const opening = openingOf(menu);
  const colors = menu && depth > 0 ? menuColors(menu, 'overlay').classes : [];
  const classes = [
    ...(menu ? ['wp-block-navigation-item'] : []),
    ...(opening === undefined ? [] : [OPENING_CLASSES[opening]]),
    ...colors,
  ];
  const end = depth > 0 && colors.length === 0 ? ' ' : '';
  const linkClass = `wp-block-pages-list__item__link${menu ? ' wp-block-navigation-item__content' : ''}`;
  return pages
    .filter((page) => page.parent === parent)
    .map((page) => {
      const children = pageItems(pages, page.id, menu, depth + 1);
      const listed = ['wp-block-pages-list__item', ...(children === '' ? [] : ['has-child']), ...classes].join(' ');
      const own = `${listed}${end}${page.isFront ? ' menu-item-home' : ''}`;
      const title = ['', '0'].includes(page.title) ? '(no title)' : page.title;
      const label = filterPostHtml(title, 'current');
      const link = `<a class="${linkClass}" href="${escapeUrl(page.link)}">${label}</a>`;
      const list = 'class="wp-block-navigation__submenu-container"';
      if (children === '') return `<li class="${own}">${link}</li>`;
      if (opening === undefined) return `<li class="${own}">${link}<ul ${list}>${children}</ul></li>`;
      const toggle = submenuToggle(stripAllTags(title), link, label, opening);
      return `<li ${submenuScript(opening)} class="${own}">${toggle}<ul data-wp-on--focus="actions.openMenuOnFocus" ${list}>${children}</ul></li>`;
    })
    .join('');
}
