import { createHash } from 'node:crypto';
import { type BlockTheme } from '../context.js';
import { type BlockAttributes, isRecord } from './block.js';

/** Layout types of container blocks, unless their attributes override them. */
const LAYOUTS: ReadonlyMap<string, BlockAttributes> = new Map([
  ...layouts(
    'accordion accordion-item accordion-panel column cover details group latest-posts post-content post-template query ' +
      'quote tab-panel tabs term-template terms-query',
    {},
  ),
  ...layouts('buttons comments-pagination gallery navigation query-pagination social-links tab-list', { type: 'flex' }),
  ...layouts('columns', { type: 'flex', flexWrap: 'nowrap' }),
]);

function layouts(names: string, layout: BlockAttributes): [string, BlockAttributes][] {
  return names.split(' ').map((name) => [name, layout]);
}

/** The layout classes of a block; none for blocks without a layout. */
export function layoutClasses(name: string, attributes: BlockAttributes, theme: BlockTheme): string[] {
  const standard = LAYOUTS.get(name);
  if (!standard) return [];
  const own = isRecord(attributes.layout) ? attributes.layout : undefined;
  const layout = own ?? standard;
  const type = usedType(layout);
  const spacing = spacingOf(attributes);
  const shown = own ?? {};
  return [
    ...(type === 'constrained' && theme.padsRoot ? ['has-global-padding'] : []),
    ...(typeof shown.orientation === 'string' ? [`is-${kebab(shown.orientation)}`] : []),
    ...(typeof shown.justifyContent === 'string' ? [`is-content-justification-${kebab(shown.justifyContent)}`] : []),
    ...(shown.flexWrap === 'nowrap' ? ['is-nowrap'] : []),
    `is-layout-${type}`,
    ...(hasOwnStyle(type, layout, spacing)
      ? [`wp-container-core-${name}-is-layout-${containerId(name, layout, spacing, theme)}`]
      : []),
    `wp-block-${name}-is-layout-${type}`,
  ];
}

/** The class that describes a block's behaviour in its parent's layout. */
export function childLayoutClass(attributes: BlockAttributes, parent: BlockAttributes): string | undefined {
  const style = isRecord(attributes.style) ? attributes.style : {};
  if (!isRecord(style.layout) || Object.keys(style.layout).length === 0) return undefined;
  const around = isRecord(parent.layout) ? parent.layout : {};
  const kept = Object.fromEntries(
    ['columnCount', 'minimumColumnWidth'].filter((key) => key in around).map((key) => [key, around[key]]),
  );
  return `wp-container-content-${shortHash({ layout: style.layout, parentLayout: kept })}`;
}

function usedType(layout: BlockAttributes): string {
  if (layout.inherit === true || layout.contentSize) return 'constrained';
  return typeof layout.type === 'string' && layout.type !== 'default' ? layout.type : 'flow';
}

function spacingOf({ style }: BlockAttributes): BlockAttributes | undefined {
  return isRecord(style) && isRecord(style.spacing) ? style.spacing : undefined;
}

/** Whether the layout needs rules of its own, besides those of its type. */
function hasOwnStyle(type: string, layout: BlockAttributes, spacing: BlockAttributes | undefined): boolean {
  const hasGap = gapOf(spacing) !== null;
  const justify = layout.justifyContent;
  switch (type) {
    case 'grid':
      return true;
    case 'constrained': {
      const padding = isRecord(spacing?.padding) ? spacing.padding : {};
      const isAligned = justify === 'left' || justify === 'right';
      return (
        Boolean(layout.contentSize ?? layout.wideSize) || isAligned || hasGap || 'left' in padding || 'right' in padding
      );
    }
    case 'flex':
      return (
        hasGap ||
        layout.flexWrap === 'nowrap' ||
        typeof justify === 'string' ||
        layout.verticalAlignment !== undefined ||
        layout.orientation === 'vertical'
      );
    default:
      return hasGap;
  }
}

/** Values that could break out of a style rule are ignored. */
function gapOf(spacing: BlockAttributes | undefined): unknown {
  const gap = spacing?.blockGap ?? null;
  return typeof gap === 'string' && /[\\(&=}]|\/\*/.test(gap.replace(/^var\(--[\w-]+\)$/, '')) ? null : gap;
}

function containerId(
  name: string,
  layout: BlockAttributes,
  spacing: BlockAttributes | undefined,
  { gap, blockGaps }: BlockTheme,
): string {
  return shortHash([layout, true, gapOf(spacing), false, blockGaps[name] ?? gap, spacing ?? null]);
}

function shortHash(value: unknown): string {
  return createHash('md5').update(phpJson(value)).digest('hex').slice(0, 8);
}

/** JSON as PHP writes it by default: slashes and everything beyond ASCII escaped, an empty map as a list. */
export function phpJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isRecord(member) && Object.keys(member).length === 0 ? [] : member,
  )
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function kebab(text: string): string {
  return text.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
}
