import { type BlockAttributes, foldBlocks, parseAttributes, textAttribute } from '../../rendering/blocks/index.js';

/** The post type of menus made of blocks, where the profile has them. */
export const NAVIGATION_TYPE = 'wp_navigation';

/** An item of a menu made of blocks. `url` is empty for the front page. */
export type NavigationItem =
  | { readonly kind: 'pages' }
  | {
      readonly kind: 'link';
      /** HTML. */
      readonly label: string;
      readonly url: string;
      /** ID of the entry that it leads to, if it leads to one. */
      readonly entry?: number;
      readonly children: readonly NavigationItem[];
    };

/** The links of a menu made of blocks. Of other blocks, the links inside. */
/** `home` is the text of links to the front page that have none. */
export function navigationItems(content: string, home: string): NavigationItem[] {
  const pieces = foldBlocks<{ html: string; items: NavigationItem[] }>(content, ({ name, json, inner }) => ({
    html: '',
    items: itemsOf(
      name,
      parseAttributes(json),
      inner.flatMap(({ items }) => items),
      home,
    ),
  }));
  return pieces.flatMap((piece) => (typeof piece === 'string' ? [] : piece.items));
}

function itemsOf(
  name: string,
  attributes: BlockAttributes,
  children: NavigationItem[],
  home: string,
): NavigationItem[] {
  const label = textAttribute(attributes.label);
  switch (name) {
    case 'page-list':
      return [{ kind: 'pages' }];
    case 'home-link':
      return [{ kind: 'link', label: label || home, url: '', children: [] }];
    case 'navigation-link':
    case 'navigation-submenu': {
      if (label === '') return [];
      const { id, kind, type } = attributes;
      const isEntry = typeof id === 'number' && (kind === 'post-type' || type === 'post' || type === 'page');
      return [
        {
          kind: 'link',
          label,
          url: textAttribute(attributes.url) || '#',
          ...(isEntry && { entry: id as number }),
          children,
        },
      ];
    }
    default:
      return children;
  }
}
