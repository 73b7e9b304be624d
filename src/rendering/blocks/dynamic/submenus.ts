import { escapeAttribute } from '../../../text/escape.js';
import { recordOf } from '../../../text/json-values.js';
import { type BlockAttributes, member, textAttribute } from '../block.js';
import { declaration } from './wrapper.js';

/** What opens a submenu. */
export type Opening = 'hover' | 'click' | 'always';

/** What opens the submenus of a menu; undefined if no script does. */
export function openingOf(menu: BlockAttributes | undefined): Opening | undefined {
  if (!menu) return undefined;
  const { submenuVisibility, openSubmenusOnClick, showSubmenuIcon } = menu;
  if (submenuVisibility === 'click' || submenuVisibility === 'always') return submenuVisibility;
  if (openSubmenusOnClick === true) return 'click';
  return showSubmenuIcon === false ? undefined : 'hover';
}

export const OPENING_CLASSES = { hover: 'open-on-hover-click', click: 'open-on-click', always: 'open-always' } as const;

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
      .map((one) => one.replace(':', ': '))
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

const SUBMENU_STATE =
  '{ "submenuOpenedBy": { "click": false, "hover": false, "focus": false }, "type": "submenu", "modal": null, "previousFocus": null }';

/** Connects an item of a menu with the script that opens what it contains. */
export function submenuScript(opening: Opening): string {
  const pointer =
    opening === 'hover'
      ? 'data-wp-on--pointerenter="actions.openMenuOnHover" data-wp-on--pointerleave="actions.closeMenuOnHover" '
      : '';
  return (
    `data-wp-context="${escapeAttribute(SUBMENU_STATE)}" data-wp-interactive="core/navigation" ` +
    `data-wp-on--focusout="actions.handleMenuFocusout" data-wp-on--keydown="actions.handleMenuKeydown" ${pointer}` +
    'data-wp-watch="callbacks.initMenu" tabindex="-1"'
  );
}

const SUBMENU_ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="12" viewBox="0 0 12 12" fill="none" aria-hidden="true" focusable="false">' +
  '<path d="M1.50002 4L6.00002 8L10.5 4" stroke-width="1.5"></path></svg>';
/** What opens a submenu: a button next to the link, or instead of it. */
export function submenuToggle(name: string, link: string, label: string, opening: Opening): string {
  const button =
    '<button data-wp-bind--aria-expanded="state.isSubmenuOpen" data-wp-on--click="actions.toggleMenuOnClick" ' +
    `aria-label="${escapeAttribute(`${name} submenu`)}" class=`;
  return opening === 'click'
    ? `${button}"wp-block-navigation-item__content wp-block-navigation-submenu__toggle" ><span class="wp-block-navigation-item__label">${label}</span></button>` +
        `<span class="wp-block-navigation__submenu-icon">${SUBMENU_ICON}</span>`
    : `${link}${button}"wp-block-navigation__submenu-icon wp-block-navigation-submenu__toggle" >${SUBMENU_ICON}</button>`;
}
