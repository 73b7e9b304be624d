import { createHash } from 'node:crypto';
import { type BlockTheme } from '../render-context.js';
import { type BlockAttributes } from './block.js';
import { isMap } from '../../text/php/php-values.js';
import { phpJson } from '../../text/php/json.js';
import { rememberPlace, rememberRules } from './layout-rules.js';

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
  const own = isMap(attributes.layout) ? attributes.layout : undefined;
  const layout = usedLayout(own ?? standard);
  const type = layoutType(layout);
  const spacing = spacingOf(attributes);
  const visible = own ?? {};
  return [
    ...(type === 'constrained' && theme.padsRoot ? ['has-global-padding'] : []),
    ...(typeof visible.orientation === 'string' ? [`is-${kebab(visible.orientation)}`] : []),
    ...(typeof visible.justifyContent === 'string'
      ? [`is-content-justification-${kebab(visible.justifyContent)}`]
      : []),
    ...(visible.flexWrap === 'nowrap' ? ['is-nowrap'] : []),
    ...(type === '' ? [] : [`is-layout-${type}`]),
    ...(hasOwnStyle(type, layout, spacing) ? [containerClass(name, type, layout, spacing, theme)] : []),
    type === '' ? `wp-block-${name}-` : `wp-block-${name}-is-layout-${type}`,
  ];
}

/** The class that describes a block's behaviour in its parent's layout. */
export function childLayoutClass(attributes: BlockAttributes, parent: BlockAttributes): string | undefined {
  const style = isMap(attributes.style) ? attributes.style : {};
  if (!isMap(style.layout) || !hasChildStyle(style.layout)) return undefined;
  const around = isMap(parent.layout) ? parent.layout : {};
  const parentLayout = Object.fromEntries(
    // In the order of the parent's own attributes, which the number depends on.
    Object.entries(around).filter(([key]) => key === 'columnCount' || key === 'minimumColumnWidth'),
  );
  const className = `wp-container-content-${shortHash({ layout: style.layout, parentLayout })}`;
  rememberPlace(className, style.layout, parentLayout);
  return className;
}

const GRID_PLACES = ['columnStart', 'columnSpan', 'rowStart', 'rowSpan'];

/** Whether a block's place in the layout around it needs rules of its own. */
function hasChildStyle({ selfStretch, flexSize, ...place }: BlockAttributes): boolean {
  const hasSize = (selfStretch === 'fixed' || selfStretch === 'fixedNoShrink') && Boolean(flexSize);
  return selfStretch === 'fill' || hasSize || GRID_PLACES.some((name) => Boolean(place[name]));
}

/** A width for the content implies a constrained layout, as does the old way to take over that of the theme. */
function usedLayout(layout: BlockAttributes): BlockAttributes {
  return layout.inherit === true || layout.contentSize ? { ...layout, type: 'constrained' } : layout;
}

const TYPES: ReadonlyMap<unknown, string> = new Map([
  [undefined, 'flow'],
  ['default', 'flow'],
  ...['constrained', 'flex', 'grid'].map((type) => [type, type] as const),
]);

/** '' if there is no such type. */
function layoutType({ type }: BlockAttributes): string {
  return TYPES.get(type) ?? '';
}

function spacingOf({ style }: BlockAttributes): BlockAttributes | undefined {
  return isMap(style) && isMap(style.spacing) ? style.spacing : undefined;
}

/** Whether the layout needs rules of its own, besides those of its type. */
function hasOwnStyle(type: string, layout: BlockAttributes, spacing: BlockAttributes | undefined): boolean {
  const gap = gapOf(spacing);
  const rowGap = isMap(gap) ? (gap.top ?? null) : gap;
  const hasGap = rowGap !== null;
  const justify = layout.justifyContent;
  switch (type) {
    case 'grid':
      return true;
    case 'constrained': {
      const padding = isMap(spacing?.padding) ? spacing.padding : {};
      const isAligned = justify === 'left' || justify === 'right';
      return (
        Boolean(layout.contentSize ?? layout.wideSize) || isAligned || hasGap || 'left' in padding || 'right' in padding
      );
    }
    case 'flex':
      return (
        (isMap(gap) ? Object.values(gap) : [gap]).some((side) => side !== null && side !== '') ||
        layout.flexWrap === 'nowrap' ||
        layout.orientation === 'vertical' ||
        ROW_JUSTIFICATIONS.has(justify) ||
        ROW_ALIGNMENTS.has(layout.verticalAlignment)
      );
    case 'flow':
      return hasGap;
    default:
      return false;
  }
}

const ROW_JUSTIFICATIONS = new Set<unknown>(['left', 'center', 'right', 'space-between']);
const ROW_ALIGNMENTS = new Set<unknown>(['top', 'center', 'bottom', 'stretch']);

/** Values that could break out of a style rule are ignored. */
function gapOf(spacing: BlockAttributes | undefined): unknown {
  const gap = spacing?.blockGap ?? null;
  if (!isMap(gap)) return isUnsafe(gap) ? null : gap;
  const sides = Object.entries(gap).map(([side, value]) => [side, isUnsafe(value) ? null : value] as const);
  return sides.every(([, value]) => value === null) ? null : Object.fromEntries(sides);
}

function isUnsafe(gap: unknown): boolean {
  return typeof gap === 'string' && /[\\(&=}]|\/\*/.test(gap);
}

/** The class of a container with rules of its own. */
function containerClass(
  name: string,
  type: string,
  layout: BlockAttributes,
  spacing: BlockAttributes | undefined,
  { gap, blockGaps }: BlockTheme,
): string {
  const own = gapOf(spacing);
  const id = shortHash([layout, true, own, false, blockGaps[name] ?? gap, spacing ?? null]);
  const className = `wp-container-core-${name}-is-layout-${id}`;
  rememberRules(className, type, layout, own);
  return className;
}

export function shortHash(value: unknown): string {
  return createHash('md5').update(phpJson(value)).digest('hex').slice(0, 8);
}

function kebab(text: string): string {
  return text.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
}
