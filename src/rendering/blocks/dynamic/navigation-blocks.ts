import { escapeAttribute } from '../../../text/escape.js';
import { filterPostHtml } from '../../../text/sanitize/kses.js';
import { stripTags } from '../../../text/strip-tags.js';
import { escapeUrl } from '../../../text/urls.js';
import { filledText, member, textAttribute } from '../block.js';
import { isLinkToPost } from '../block-queries.js';
import { type Block, type BlockRenderer, type BlockScope } from '../block-scope.js';
import { type BlockNode, innerBlocks, readBlocks } from '../block-tree.js';
import { fluidFontSize } from '../supports.js';
import {
  connectSubmenus,
  hasOverlay,
  isScripted,
  itemColors,
  menuColors,
  NO_COLORS,
  openingClass,
  submenuButton,
  submenuIcon,
  submenusOf,
} from './submenus.js';
import { slug, wrapperAttributes } from './wrapper.js';

/** Blocks that are items of a menu's list, and those that become items of it. */
const ITEMS = new Set(['navigation-link', 'navigation-submenu', 'home-link', 'page-list']);
const WRAPPED_ITEMS = new Set(['site-title', 'site-logo', 'social-links']);

/** Menus and what stands in them. `renderInner` renders the items that a menu of its own holds. */
export function navigationBlocks(
  renderInner: (node: BlockNode, scope: BlockScope) => string,
): Readonly<Record<string, BlockRenderer>> {
  const itemsOf = ({ node }: Block, scope: BlockScope) =>
    innerBlocks(node)
      .map((item) => renderInner(item, { ...scope, depth: scope.depth + 1, parent: node }))
      .join('');
  return {
    navigation: (block, scope) => {
      const { attributes, node } = block;
      const { context, patterns } = scope;
      const ref = typeof attributes.ref === 'number' ? attributes.ref : undefined;
      if (ref !== undefined && patterns.has(ref)) return '';
      const own = innerBlocks(node);
      const menu =
        ref === undefined
          ? own.length === 0
            ? context.blockData.get({ kind: 'navigation' })
            : undefined
          : context.menus.get(ref);
      if (menu && !context.budget.spend({ entries: 1, text: menu.content.length })) return '';
      const items = own.length > 0 ? own : menu ? innerNodes(menu.content) : ref === undefined ? [PAGES] : [];
      const nested: BlockScope = {
        ...scope,
        depth: scope.depth + 1,
        parent: node,
        menu: attributes,
        ...(ref !== undefined && { patterns: new Set([...patterns, ref]) }),
      };
      // Items of the block itself are rendered twice in WordPress, which shows in some numbers of what is in them.
      if (own.length > 0 && !scope.menu) context.counters.keep('elements', () => block.inner(nested));
      const isResponsive = hasOverlay(attributes);
      const colors = menuColors(attributes, '');
      const decoration = textAttribute(member(attributes.style, 'typography', 'textDecoration'));
      const classes = [
        ...colors.classes,
        textAttribute(attributes.fontSize) !== '' && `has-${textAttribute(attributes.fontSize)}-font-size`,
        isResponsive && 'is-responsive',
        decoration !== '' && `has-text-decoration-${decoration}`,
        ...directionClasses(attributes.layout),
      ];
      const container = wrapperAttributes(block, {
        ...colors,
        classes: ['wp-block-navigation__container', ...classes],
      });
      const opening = fluidFontSize(`<ul ${container}>`, attributes, context.theme.blocks, '');
      const list = menuItems(items, opening, (item) => renderInner(item, nested));
      const isConnected = hasSubmenus(items, scope) && isScripted(attributes);
      const inside = isConnected ? connectSubmenus(list, submenusOf(attributes)) : list;
      if (inside === '' && own.length === 0 && ref === undefined) return '';
      const label = labelled(
        (ref === undefined ? undefined : menu?.title) ?? textAttribute(attributes.ariaLabel),
        scope,
      );
      const outer = wrapperAttributes(block, { ...colors, classes, attributes: label });
      return isResponsive ? responsiveMenu(block, outer, inside, scope) : `<nav ${outer}>${inside}</nav>`;
    },

    'navigation-link': (block, scope) => {
      if (!isShown(block.attributes, scope)) return '';
      const inside = itemsOf(block, scope);
      const item = wrapperAttributes(block, { classes: ['wp-block-navigation-item', inside !== '' && 'has-child'] });
      const list = inside === '' ? '' : `<ul class="wp-block-navigation__submenu-container">${inside}</ul>`;
      const icon = inside !== '' && submenusOf(scope.menu).hasIcons ? submenuIcon() : '';
      return `<li ${item}>${itemLink(block, ' ')}${icon}${list}</li>`;
    },

    'navigation-submenu': (block, scope) =>
      isShown(block.attributes, scope) ? submenu(block, itemsOf(block, scope), scope) : '',

    'navigation-overlay-close': closeButton,

    'home-link': (block, { context, menu = {} }) => {
      const { label, opensInNewTab, description } = block.attributes;
      const colors = itemColors(menu);
      const item = wrapperAttributes(block, { ...colors, classes: [...colors.classes, 'wp-block-navigation-item'] });
      const visible = filterPostHtml(filledText(label) || 'Home', 'wp7') + itemDescription(description);
      return (
        `<li ${item}><a class="wp-block-home-link__content wp-block-navigation-item__content" ` +
        `href="${escapeUrl(context.site.blocks.home)}" rel="home" ${opensInNewTab === true ? ' target="_blank"' : ''}>${visible}</a></li>`
      );
    },
  };
}

/** Whether a menu has submenus or a list of pages with some; links with inner blocks alone are none. */
function hasSubmenus(items: readonly BlockNode[], { context }: BlockScope): boolean {
  return items.some(
    ({ name }) =>
      name === 'navigation-submenu' ||
      (name === 'page-list' && context.blockData.get({ kind: 'pages' })?.some(({ parent }) => parent !== 0)),
  );
}

/** The button that closes the overlay of a menu. */
function closeButton({ name, attributes }: Block): string {
  const { displayMode = 'icon', text } = attributes;
  const hasText = displayMode === 'text' || displayMode === 'both';
  const label = filterPostHtml(textAttribute(text) || 'Close', 'wp7');
  return (
    `<button ${wrapperAttributes({ name, attributes })} type="button" ${hasText ? '' : 'aria-label="Close"'} >` +
    `${displayMode === 'text' ? '' : CLOSE_ICON}${hasText ? `<span class="wp-block-navigation-overlay-close__text">${label}</span>` : ''}</button>`
  );
}

/** How the items of a menu are arranged. */
function directionClasses(layout: unknown): string[] {
  const justify = textAttribute(member(layout, 'justifyContent'));
  return [
    ...(justify === '' ? [] : [`items-justified-${slug(justify)}`]),
    ...(member(layout, 'orientation') === 'vertical' ? ['is-vertical'] : []),
    ...(member(layout, 'flexWrap') === 'nowrap' ? ['no-wrap'] : []),
  ];
}

function submenu(block: Block, inside: string, { menu, context }: BlockScope): string {
  const { attributes } = block;
  const submenus = submenusOf(menu);
  const classes = ['wp-block-navigation-item', inside !== '' && 'has-child', openingClass(submenus)];
  const item = wrapperAttributes(block, { classes });
  const name = stripTags(textAttribute(attributes.label));
  const opensByClick = submenus.visibility === 'click';
  const button = () => submenuButton(name, 'wp-block-navigation__submenu-icon');
  const link = opensByClick
    ? submenuButton(name, 'wp-block-navigation-item__content', itemContent(attributes))
    : itemLink(block, '');
  if (inside === '') return `<li ${item}>${link}</li>`;
  const icon = opensByClick ? submenuIcon() : submenus.hasIcons ? button() : '';
  const colors = menu ? menuColors(menu, 'overlay', slug) : NO_COLORS;
  const listAttributes = wrapperAttributes(block, {
    style: colors.style.replaceAll(': ', ':'),
    classes: ['wp-block-navigation__submenu-container', ...colors.classes],
  });
  const list = fluidFontSize(`${listAttributes}>${inside}</ul>`, attributes, context.theme.blocks, '');
  return `<li ${item}>${link}${icon}<ul ${list}</li>`;
}

const PAGES: BlockNode = { name: 'page-list', attributes: {}, parts: [], html: '' };

function innerNodes(content: string): BlockNode[] {
  return readBlocks(content).filter((piece): piece is BlockNode => typeof piece !== 'string');
}

/** Neighbouring items share a list; other blocks stand between lists. */
function menuItems(items: readonly BlockNode[], list: string, render: (item: BlockNode) => string): string {
  let html = '';
  let isOpen = false;
  for (const item of items) {
    const rendered = render(item);
    const isWrapped = WRAPPED_ITEMS.has(item.name);
    const isItem = rendered !== '' && (isWrapped || ITEMS.has(item.name));
    if (isItem !== isOpen) html += isItem ? list : '</ul>';
    isOpen = isItem;
    html += isItem && isWrapped ? `<li class="wp-block-navigation-item">${rendered}</li>` : rendered;
  }
  return isOpen ? `${html}</ul>` : html;
}

/** A repeated name gets a number, so that menus can be distinguished. */
function labelled(name: string, { context }: BlockScope): [string, string][] {
  const count = context.counters.next(`navigation ${name}`);
  if (count > 1) return [['aria-label', `${name} ${count}`]];
  return name === '' ? [] : [['aria-label', name]];
}

/** Items without a label, which `0` is to PHP, and links to posts that are not published are left out. */
function isShown(attributes: Block['attributes'], { context }: BlockScope): boolean {
  if (filledText(attributes.label) === '') return false;
  return (
    !isLinkToPost(attributes) || context.blockData.get({ kind: 'published', id: attributes.id as number }) !== false
  );
}

function itemLink({ attributes }: Block, gap: string): string {
  const { url, opensInNewTab, rel, title, nofollow } = attributes;
  // Only links have an empty address; submenus then have none.
  const hasAddress = typeof url === 'string' && (gap !== '' || filledText(url) !== '');
  const address = hasAddress ? ` href="${escapeUrl(url, 'wp7')}"` : '';
  const target = opensInNewTab === true ? ' target="_blank"  ' : '';
  const relation =
    typeof rel === 'string' ? ` rel="${escapeAttribute(rel)}"` : nofollow === true ? ' rel="nofollow"' : '';
  const hint = typeof title === 'string' ? ` title="${escapeAttribute(title)}"` : '';
  return `<a class="wp-block-navigation-item__content"${gap}${address}${target}${relation}${hint}>${itemContent(attributes)}</a>`;
}

function itemContent({ label, description }: Block['attributes']): string {
  return (
    `<span class="wp-block-navigation-item__label">${filterPostHtml(textAttribute(label), 'wp7')}</span>` +
    itemDescription(description)
  );
}

function itemDescription(description: unknown): string {
  const text = filledText(description);
  return text === '' ? '' : `<span class="wp-block-navigation-item__description">${filterPostHtml(text, 'wp7')}</span>`;
}

const OVERLAY_STATE =
  '{"overlayOpenedBy":{"click":false,"hover":false,"focus":false},"type":"overlay","roleAttribute":"","ariaLabel":"Menu"}';
const OPEN_ICON =
  '<svg width="24" height="24" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M4 8h16M4 16h16" stroke="currentColor" stroke-width="1.5"></path></svg>';
const CLOSE_ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false"><path d="M6 6l12 12M18 6L6 18" stroke="currentColor" stroke-width="1.5"></path></svg>';

/** Attributes for the script, a line each. */
function script(...attributes: [name: string, value: string][]): string {
  return `\n${attributes.map(([name, value]) => `\t\t\t\t${name}="${value}"\n`).join('')}\t\t\t`;
}

/** A menu that small screens show in an overlay. */
function responsiveMenu({ attributes }: Block, outer: string, inside: string, { context }: BlockScope): string {
  const id = `modal-${context.counters.next('block')}`;
  const isAlways = attributes.overlayMenu === 'always';
  const hasIcon = attributes.hasIcon !== false;
  const colors = menuColors(attributes, 'overlay');
  const containerClasses = [
    'wp-block-navigation__responsive-container',
    ...(isAlways ? ['hidden-by-default'] : []),
    ...colors.classes,
  ].join(' ');
  const openClasses = `wp-block-navigation__responsive-container-open${isAlways ? ' always-shown' : ''}`;
  const onOpen = script(
    ['data-wp-on--click', 'actions.openMenuOnClick'],
    ['data-wp-on--keydown', 'actions.handleMenuKeydown'],
  );
  const container = script(
    ['data-wp-class--has-modal-open', 'state.isMenuOpen'],
    ['data-wp-class--is-menu-open', 'state.isMenuOpen'],
    ['data-wp-watch', 'callbacks.initMenu'],
    ['data-wp-on--keydown', 'actions.handleMenuKeydown'],
    ['data-wp-on--focusout', 'actions.handleMenuFocusout'],
    ['tabindex', '-1'],
  );
  const dialog = script(
    ['data-wp-bind--aria-modal', 'state.ariaModal'],
    ['data-wp-bind--aria-label', 'state.ariaLabel'],
    ['data-wp-bind--role', 'state.roleAttribute'],
  );
  const onClose = script(['data-wp-on--click', 'actions.closeMenuOnClick']);
  const focus = script(['data-wp-watch', 'callbacks.focusFirstElement']);
  const style = colors.style === '' ? '' : `style="${escapeAttribute(colors.style)}"`;
  const tabs = (count: number) => `\n${'\t'.repeat(count)}`;
  return (
    `<nav ${outer} \n\t\t data-wp-interactive="core/navigation" data-wp-context='${OVERLAY_STATE}'>` +
    `<button aria-haspopup="dialog" ${hasIcon ? 'aria-label="Open menu"' : ''} class="${openClasses}" ${onOpen}>${hasIcon ? OPEN_ICON : 'Menu'}</button>` +
    `${tabs(4)}<div class="${containerClasses}" ${style} id="${id}" ${container}>` +
    `${tabs(5)}<div class="wp-block-navigation__responsive-close" tabindex="-1">` +
    `${tabs(6)}<div class="wp-block-navigation__responsive-dialog" ${dialog}>` +
    `${tabs(7)}<button ${hasIcon ? 'aria-label="Close menu"' : ''} class="wp-block-navigation__responsive-container-close" ${onClose}>${hasIcon ? CLOSE_ICON : 'Close'}</button>` +
    `${tabs(7)}<div class="wp-block-navigation__responsive-container-content" ${focus} id="${id}-content">` +
    `${tabs(8)}${inside}${tabs(8)}${tabs(7)}</div>${tabs(6)}</div>${tabs(5)}</div>${tabs(4)}</div></nav>`
  );
}
