import { escapeAttribute } from '../../../text/escape.js';
import { recordOf } from '../../../text/json-values.js';
import { type BlockAttributes, member, textAttribute } from '../block.js';
import { addAttributesInTurn } from '../tags.js';
import { declaration } from './wrapper.js';

/** How the submenus of a menu open: by pointer, by a click, or not at all, and whether there is a button for it. */
export interface Submenus {
  readonly visibility: 'hover' | 'click' | 'always';
  readonly hasIcons: boolean;
}

/** The submenus of a menu, or outside of any; the attribute of older releases has precedence. */
export function submenusOf(menu: BlockAttributes | undefined): Submenus {
  if (!menu) return { visibility: 'hover', hasIcons: false };
  const { submenuVisibility, openSubmenusOnClick, showSubmenuIcon } = menu;
  const current = submenuVisibility === 'click' || submenuVisibility === 'always' ? submenuVisibility : 'hover';
  const old = openSubmenusOnClick === true ? 'click' : 'hover';
  return {
    visibility: typeof openSubmenusOnClick === 'boolean' ? old : current,
    hasIcons: showSubmenuIcon !== false,
  };
}

/** The class of an item that says how what it contains opens; empty if it has none. */
export function openingClass({ visibility, hasIcons }: Submenus): string {
  if (visibility === 'hover') return hasIcons ? 'open-on-hover-click' : '';
  return visibility === 'click' ? 'open-on-click' : 'open-always';
}

/** Whether a script opens the submenus of a menu: where they have buttons, and in an overlay. */
export function isScripted(menu: BlockAttributes): boolean {
  const { visibility, hasIcons } = submenusOf(menu);
  return visibility === 'click' || hasIcons || hasOverlay(menu);
}

/** Whether small screens show a menu in an overlay, also by the attribute of older releases. */
export const hasOverlay = ({ overlayMenu, isResponsive }: BlockAttributes) =>
  overlayMenu !== 'never' || isResponsive === true;

export interface MenuColors {
  readonly classes: readonly string[];
  readonly style: string;
}

export const NO_COLORS: MenuColors = { classes: [], style: '' };

/** The colours of a menu, or of its overlay, by the names of the theme or its own. */
export function menuColors(
  attributes: BlockAttributes,
  part: '' | 'overlay',
  className: (name: string) => string = (name) => name,
): MenuColors {
  const named = (kind: 'Text' | 'Background', prefix: string): string => {
    const key = `${prefix}${part === '' && prefix === '' ? kind.toLowerCase() : `${part === '' ? '' : prefix === '' ? 'overlay' : 'Overlay'}${kind}`}Color`;
    return textAttribute(attributes[key]);
  };
  // Menus of older releases have the colours that they show in an attribute of their own.
  const old = (kind: 'Text' | 'Background') => (part === '' ? textAttribute(attributes[`rgb${kind}Color`]) : '');
  const ownText = old('Text') || named('Text', 'custom');
  const ownBackground = old('Background') || named('Background', 'custom');
  const [textColor, backgroundColor] = [named('Text', ''), named('Background', '')];
  return {
    classes: [
      ...(textColor || ownText ? ['has-text-color'] : []),
      ...(textColor ? [`has-${className(textColor)}-color`] : []),
      ...(backgroundColor || ownBackground ? ['has-background'] : []),
      ...(backgroundColor ? [`has-${className(backgroundColor)}-background-color`] : []),
    ],
    style: [
      ...(textColor ? [] : declaration('color', ownText)),
      ...(backgroundColor ? [] : declaration('background-color', ownBackground)),
    ]
      .map((declaration) => declaration.replace(':', ': '))
      .join(';'),
  };
}

/** The colours of a menu in its style, which some of its items repeat. */
export function itemColors(
  { textColor, backgroundColor, style }: BlockAttributes,
  className?: (name: string) => string,
): MenuColors {
  const { text, background } = recordOf(member(style, 'color'));
  const own = { textColor, backgroundColor, customTextColor: text, customBackgroundColor: background };
  return menuColors(own, '', className);
}

/** The same in a list of pages, where colours in attributes of their own come before those in the style. */
export function pageListColors(menu: BlockAttributes, className?: (name: string) => string): MenuColors {
  const { text, background } = recordOf(member(menu.style, 'color'));
  const color = {
    text: textAttribute(menu.customTextColor) || text,
    background: textAttribute(menu.customBackgroundColor) || background,
  };
  return itemColors({ ...menu, style: { color } }, className);
}

const CLOSED = 'aria-expanded="false"';
const SUBMENU_STATE =
  '{ "submenuOpenedBy": { "click": false, "hover": false, "focus": false }, "type": "submenu", "modal": null, "previousFocus": null }';

/** Attributes that connect an item of a menu, and the button and the list in it, with the script that opens the list. */
const scriptOfItem = ({ visibility }: Submenus): [string, string][] => [
  ['data-wp-context', escapeAttribute(SUBMENU_STATE)],
  ['data-wp-interactive', 'core/navigation'],
  ['data-wp-on--focusout', 'actions.handleMenuFocusout'],
  ['data-wp-on--keydown', 'actions.handleMenuKeydown'],
  ...(visibility === 'hover'
    ? ([
        ['data-wp-on--pointerenter', 'actions.openMenuOnHover'],
        ['data-wp-on--pointerleave', 'actions.closeMenuOnHover'],
      ] satisfies [string, string][])
    : []),
  ['data-wp-watch', 'callbacks.initMenu'],
  ['tabindex', '-1'],
];
const SCRIPT_OF_BUTTON: [string, string][] = [
  ['data-wp-bind--aria-expanded', 'state.isSubmenuOpen'],
  ['data-wp-on--click', 'actions.toggleMenuOnClick'],
];
const SCRIPT_OF_LIST: [string, string][] = [['data-wp-on--focus', 'actions.openMenuOnFocus']];

/**
 * Connects the submenus in the items of a menu with their script. As in WordPress, the button and the list that come next after
 * an item with children are taken for its own, also where a link with inner blocks has no button.
 */
export function connectSubmenus(html: string, submenus: Submenus): string {
  return addAttributesInTurn(html, [
    { name: 'li', className: 'has-child', attributes: scriptOfItem(submenus) },
    {
      name: 'button',
      className: 'wp-block-navigation-submenu__toggle',
      attributes: SCRIPT_OF_BUTTON,
      // The script knows whether a submenu is open; the server does not.
      without: CLOSED,
    },
    { name: 'ul', className: 'wp-block-navigation__submenu-container', attributes: SCRIPT_OF_LIST },
  ]);
}

const SUBMENU_ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="12" viewBox="0 0 12 12" fill="none" aria-hidden="true" focusable="false">' +
  '<path d="M1.50002 4L6.00002 8L10.5 4" stroke-width="1.5"></path></svg>';

/** A button that opens the submenu of an item with this name. */
export function submenuButton(name: string, className: string, content = SUBMENU_ICON): string {
  const label = escapeAttribute(`${name} submenu`);
  return `<button aria-label="${label}" class="${className} wp-block-navigation-submenu__toggle" ${CLOSED}>${content}</button>`;
}

/** The drawing next to an item with a submenu, where the item itself opens it. */
export function submenuIcon(className = ''): string {
  return `<span class="${className}wp-block-navigation__submenu-icon">${SUBMENU_ICON}</span>`;
}
