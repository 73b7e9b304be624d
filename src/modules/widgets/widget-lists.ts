import { type BlockComment, type BlockPage } from '../../rendering/block-data.js';
import { escapeAttribute, escapeHtml } from '../../text/escape.js';
import { convertChars, type ShortcodeNames, texturize } from '../../text/texturize.js';
import { escapeUrl } from '../../text/urls.js';
import { renderTitle } from '../../rendering/index.js';
import { type PublicMenuItem } from '../menus/index.js';

const MAX_DEPTH = 20;

interface ListItem {
  readonly classes: readonly string[];
  readonly id?: string;
  readonly link: string;
  readonly inside: readonly ListItem[];
}

/** Nested items as WordPress writes them, with the opening tag of the lists inside. */
function nested(items: readonly ListItem[], list: string, depth = 0): string {
  const tabs = '\t'.repeat(depth);
  return items
    .map(({ classes, id, link, inside }) => {
      const children = inside.length === 0 ? '' : `\n${tabs}${list}\n${nested(inside, list, depth + 1)}${tabs}</ul>\n`;
      const opening = `<li ${id === undefined ? '' : `id="${id}" `}class="${escapeAttribute(classes.join(' '))}">`;
      return `${tabs}${opening}${link}${children}</li>\n`;
    })
    .join('');
}

interface PageOrder {
  readonly sortby: string;
  readonly exclude: readonly number[];
}

/** Pages, those below others inside of them. Pages around which nothing is listed come last, without what is below them. */
export function pageList(
  all: readonly BlockPage[],
  { sortby, exclude }: PageOrder,
  shortcodes: ShortcodeNames,
): string {
  const pages = all.filter(({ id }) => !exclude.includes(id));
  if (sortby === 'ID') pages.sort((a, b) => a.id - b.id);
  if (sortby === 'post_title') pages.sort((a, b) => a.title.localeCompare(b.title, 'en'));
  const listed = new Set<number>();
  const item = (page: BlockPage, inside: readonly ListItem[]): ListItem => ({
    classes: ['page_item', `page-item-${page.id}`, ...(inside.length > 0 ? ['page_item_has_children'] : [])],
    link: `<a href="${escapeUrl(page.link)}">${renderTitle(page.title, shortcodes) || `#${page.id} (no title)`}</a>`,
    inside,
  });
  const below = (parent: number, depth: number): ListItem[] =>
    pages
      .filter((page) => page.parent === parent && !listed.has(page.id))
      .map((page) => {
        listed.add(page.id);
        return item(page, depth < MAX_DEPTH ? below(page.id, depth + 1) : []);
      });
  const tree = below(0, 0);
  const others = pages.filter(({ id }) => !listed.has(id)).map((page) => item(page, []));
  return nested([...tree, ...others], "<ul class='children'>");
}

export function commentList(comments: readonly BlockComment[], id: string, shortcodes: ShortcodeNames): string {
  const items = comments.map(({ author, website, link, postTitle }) => {
    const name = escapeHtml(convertChars(texturize(author, shortcodes)));
    const linked =
      website === ''
        ? name
        : `<a href="${escapeUrl(website, 'wp7')}" class="url" rel="ugc external nofollow">${name}</a>`;
    return `<li class="recentcomments"><span class="comment-author-link">${linked}</span> on <a href="${escapeUrl(link)}">${postTitle}</a></li>`;
  });
  return `<ul id="${id}">${items.join('')}</ul>`;
}

interface MenuOptions {
  readonly home: string;
  /** The page that is the home page; 0 for none. */
  readonly front: number;
  readonly shortcodes: ShortcodeNames;
}

/** A menu with the ID of its list. */
export function menuList(items: readonly PublicMenuItem[], id: string, options: MenuOptions): string {
  return `<ul id="${id}" class="menu">${nested(
    items.map((item) => menuItem(item, options)),
    '<ul class="sub-menu">',
  )}</ul>`;
}

function menuItem(item: PublicMenuItem, options: MenuOptions): ListItem {
  const { id, type, object, target, xfn, url, title, children } = item;
  const { home, front, shortcodes } = options;
  const isHome =
    (type === 'custom' && url.replace(/\/$/, '') === home) ||
    (type === 'post_type' && front > 0 && item.object_id === front);
  const hint = item.attr_title === '' ? '' : ` title="${escapeAttribute(texturize(item.attr_title, shortcodes))}"`;
  const attributes =
    (target === '' ? '' : `target="${escapeAttribute(target)}" `) +
    (xfn.length === 0 ? '' : `rel="${escapeAttribute(xfn.join(' '))}" `);
  return {
    id: `menu-item-${id}`,
    classes: [
      ...item.classes,
      'menu-item',
      `menu-item-type-${type}`,
      `menu-item-object-${object}`,
      ...(isHome ? ['menu-item-home'] : []),
      ...(children.length > 0 ? ['menu-item-has-children'] : []),
      `menu-item-${id}`,
    ],
    link: `<a ${attributes}href="${escapeUrl(url, 'wp7')}"${hint}>${renderTitle(title, shortcodes)}</a>`,
    inside: children.map((child) => menuItem(child, options)),
  };
}
