import { escapeAttribute } from '../../../../text/escape.js';
import { escapeUrl } from '../../../../text/urls.js';
import { isLinkToPost } from '../block-queries.js';
import { type Block, type BlockRenderer, type BlockScope } from '../block-scope.js';
import { type BlockNode, innerBlocks, readBlocks } from '../block-tree.js';
import { wrapperAttributes } from './wrapper.js';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Blocks that are items of a menu's list. */
const ITEMS = new Set(['navigation-link', 'navigation-submenu', 'home-link', 'page-list']);

/** Menus and what stands in them. `renderInner` renders the items that a menu of its own holds. */
export function navigationBlocks(
  renderInner: (node: BlockNode, scope: BlockScope) => string,
): Readonly<Record<string, BlockRenderer>> {
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
      const items = own.length > 0 ? own : menu ? innerNodes(menu.content) : ref === undefined ? [PAGES] : [];
      const nested: BlockScope = {
        ...scope,
        depth: scope.depth + 1,
        parent: node,
        menu: true,
        ...(ref !== undefined && { patterns: new Set([...patterns, ref]) }),
      };
      const isResponsive = attributes.overlayMenu !== 'never';
      const inside = menuItems(items, isResponsive, (item) => renderInner(item, nested));
      if (inside === '') return '';
      const name = menu?.title ?? text(attributes.ariaLabel);
      return isResponsive
        ? responsiveMenu(block, inside, labelled(name, scope), scope)
        : `<nav ${wrapperAttributes(block, { attributes: labelled(name, scope) })}>${inside}</nav>`;
    },

    'navigation-link': (block, scope) => {
      const { attributes } = block;
      if (text(attributes.label) === '' || !isShown(attributes, scope)) return '';
      const item = wrapperAttributes(block, { classes: ['wp-block-navigation-item'] });
      return `<li ${item}>${itemLink(block, ' ')}</li>`;
    },

    'navigation-submenu': (block, scope) => {
      const { attributes, node } = block;
      if (text(attributes.label) === '' || !isShown(attributes, scope)) return '';
      const inside = innerBlocks(node)
        .map((item) => renderInner(item, { ...scope, depth: scope.depth + 1, parent: node }))
        .join('');
      const classes = ['wp-block-navigation-item', inside !== '' && 'has-child'];
      if (inside === '') return `<li ${wrapperAttributes(block, { classes })}>${itemLink(block, '')}</li>`;
      const list = `class="wp-block-navigation__submenu-container wp-block-navigation-submenu">${inside}</ul>`;
      if (!scope.menu) return `<li ${wrapperAttributes(block, { classes })}>${itemLink(block, '')}<ul ${list}</li>`;
      return (
        `<li ${SUBMENU_SCRIPT} ${wrapperAttributes(block, { classes: [...classes, 'open-on-hover-click'] })}>${itemLink(block, '')}` +
        `<button data-wp-bind--aria-expanded="state.isSubmenuOpen" data-wp-on--click="actions.toggleMenuOnClick" aria-label="${escapeAttribute(`${text(attributes.label)} submenu`)}" ` +
        `class="wp-block-navigation__submenu-icon wp-block-navigation-submenu__toggle" >${SUBMENU_ICON}</button>` +
        `<ul data-wp-on--focus="actions.openMenuOnFocus" ${list}</li>`
      );
    },

    'home-link': (block, { context }) => {
      const item = wrapperAttributes(block, { classes: ['wp-block-navigation-item'] });
      return (
        `<li ${item}><a class="wp-block-home-link__content wp-block-navigation-item__content" ` +
        `href="${escapeUrl(context.site.blocks.home)}" rel="home" >${text(block.attributes.label) || 'Home'}</a></li>`
      );
    },
  };
}

const PAGES: BlockNode = { name: 'page-list', attributes: {}, parts: [], html: '' };

function innerNodes(content: string): BlockNode[] {
  return readBlocks(content).filter((piece): piece is BlockNode => typeof piece !== 'string');
}

/** Neighbouring items share a list; other blocks stand between lists. */
function menuItems(items: readonly BlockNode[], isResponsive: boolean, render: (item: BlockNode) => string): string {
  let html = '';
  let isOpen = false;
  for (const item of items) {
    const rendered = render(item);
    if (rendered === '') continue;
    const isItem = ITEMS.has(item.name);
    if (isItem !== isOpen)
      html += isItem
        ? `<ul class="wp-block-navigation__container${isResponsive ? ' is-responsive' : ''} wp-block-navigation">`
        : '</ul>';
    isOpen = isItem;
    html += rendered;
  }
  return isOpen ? `${html}</ul>` : html;
}

/** A repeated name gets a number, so that menus can be distinguished. */
function labelled(name: string, { context }: BlockScope): [string, string][] {
  const count = context.counters.next(`navigation ${name}`);
  if (count > 1) return [['aria-label', `${name} ${count}`]];
  return name === '' ? [] : [['aria-label', name]];
}

/** Links to posts that are not published are left out. */
function isShown(attributes: Block['attributes'], { context }: BlockScope): boolean {
  return (
    !isLinkToPost(attributes) || context.blockData.get({ kind: 'published', id: attributes.id as number }) !== false
  );
}

function itemLink({ attributes }: Block, gap: string): string {
  const { url, opensInNewTab, rel, title, label, description, nofollow } = attributes;
  const address = typeof url === 'string' ? ` ${gap}href="${escapeUrl(url)}"` : '';
  const target = opensInNewTab === true ? ' target="_blank"' : '';
  const relation =
    text(rel) !== '' ? ` rel="${escapeAttribute(text(rel))}"` : nofollow === true ? ' rel="nofollow"' : '';
  const hint = text(title) === '' ? '' : ` title="${escapeAttribute(text(title))}"`;
  const more =
    text(description) === '' ? '' : `<span class="wp-block-navigation-item__description">${text(description)}</span>`;
  return (
    `<a class="wp-block-navigation-item__content"${address}${target}${relation}${hint}>` +
    `<span class="wp-block-navigation-item__label">${text(label)}</span>${more}</a>`
  );
}

const SUBMENU_STATE =
  '{ "submenuOpenedBy": { "click": false, "hover": false, "focus": false }, "type": "submenu", "modal": null, "previousFocus": null }';
const SUBMENU_SCRIPT =
  `data-wp-context="${escapeAttribute(SUBMENU_STATE)}" data-wp-interactive="core/navigation" ` +
  'data-wp-on--focusout="actions.handleMenuFocusout" data-wp-on--keydown="actions.handleMenuKeydown" ' +
  'data-wp-on--pointerenter="actions.openMenuOnHover" data-wp-on--pointerleave="actions.closeMenuOnHover" ' +
  'data-wp-watch="callbacks.initMenu" tabindex="-1"';
const SUBMENU_ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="12" viewBox="0 0 12 12" fill="none" aria-hidden="true" focusable="false">' +
  '<path d="M1.50002 4L6.00002 8L10.5 4" stroke-width="1.5"></path></svg>';
const OVERLAY_STATE =
  '{"overlayOpenedBy":{"click":false,"hover":false,"focus":false},"type":"overlay","roleAttribute":"","ariaLabel":"Menu"}';

/** A menu that small screens show in an overlay. */
function responsiveMenu(block: Block, inside: string, label: [string, string][], { context }: BlockScope): string {
  const id = `modal-${context.counters.next('block')}`;
  const attributes: [string, string][] = [
    ...label,
    ['data-wp-interactive', 'core/navigation'],
    ['data-wp-context', OVERLAY_STATE],
  ];
  return (
    `<nav ${wrapperAttributes(block, { classes: ['is-responsive'], attributes })}>` +
    '<button aria-haspopup="dialog" aria-label="Open menu" class="wp-block-navigation__responsive-container-open" data-wp-on--click="actions.openMenuOnClick" data-wp-on--keydown="actions.handleMenuKeydown">Menu</button>' +
    `<div class="wp-block-navigation__responsive-container" id="${id}"><div class="wp-block-navigation__responsive-close" tabindex="-1"><div class="wp-block-navigation__responsive-dialog">` +
    '<button aria-label="Close menu" class="wp-block-navigation__responsive-container-close" data-wp-on--click="actions.closeMenuOnClick">Close</button>' +
    `<div class="wp-block-navigation__responsive-container-content" id="${id}-content">${inside}</div></div></div></div></nav>`
  );
}
