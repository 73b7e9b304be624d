import { kebabCase } from './kebab-case.js';
import { LRUCache } from 'lru-cache';
import { type BlockAttributes } from './block.js';
import { isMap } from '../../text/php/php-values.js';

/** Values that cannot end their declaration. */
const VALUE = /^[\w.%(),+*/ -]{1,100}$/;
const PRESET = /^var:preset\|([a-z0-9-]{1,40})\|([^|]{1,80})$/;
const ROWS: ReadonlyMap<unknown, string> = new Map([
  ['left', 'flex-start'],
  ['center', 'center'],
  ['right', 'flex-end'],
  ['space-between', 'space-between'],
]);
const COLUMNS: ReadonlyMap<unknown, string> = new Map([
  ...ROWS,
  ['space-between', 'flex-start'],
  ['stretch', 'stretch'],
]);
const ALIGNMENTS: ReadonlyMap<unknown, string> = new Map([
  ['top', 'flex-start'],
  ['center', 'center'],
  ['bottom', 'flex-end'],
  ['stretch', 'stretch'],
  ['space-between', 'space-between'],
]);

/**
 * Rules by class, of the blocks that this process has rendered: so are those of HTML in its caches. A class contains a digest of
 * the layout, so its rules never change.
 */
const rulesByClass = new LRUCache<string, string>({ max: 5000 });

/** The rules that the classes of rendered blocks stand for. */
export function containerRules(classes: Iterable<string>): string {
  return [...new Set(classes)].map((name) => rulesByClass.get(name) ?? '').join('');
}

export function rememberRules(name: string, type: string, layout: BlockAttributes, gap: unknown): void {
  if (!rulesByClass.has(name)) rulesByClass.set(name, rulesOf(`.${name}.${name}`, type, layout, gap));
}

/** Rules for the place of a block in the flex row or grid around it. */
export function rememberPlace(name: string, place: BlockAttributes, around: BlockAttributes): void {
  if (!rulesByClass.has(name)) rulesByClass.set(name, placeRules(`.${name}.${name}`, place, around));
}

function rulesOf(selector: string, type: string, layout: BlockAttributes, gap: unknown): string {
  switch (type) {
    case 'flex':
      return rule(selector, { ...flexRules(layout), gap: gapValue(gap) });
    case 'grid':
      return rule(selector, { 'grid-template-columns': gridColumns(layout), gap: gapValue(gap) });
    case 'constrained':
      return constrainedRules(selector, layout) + flowRules(selector, gap);
    default:
      return flowRules(selector, gap);
  }
}

function flexRules({ flexWrap, orientation, justifyContent, verticalAlignment }: BlockAttributes): Declarations {
  const wrap = { 'flex-wrap': flexWrap === 'nowrap' ? 'nowrap' : undefined };
  if (orientation === 'vertical')
    return {
      ...wrap,
      'flex-direction': 'column',
      'align-items': COLUMNS.get(justifyContent) ?? 'flex-start',
      'justify-content': ALIGNMENTS.get(verticalAlignment),
    };
  return { ...wrap, 'justify-content': ROWS.get(justifyContent), 'align-items': ALIGNMENTS.get(verticalAlignment) };
}

function gridColumns({ columnCount, minimumColumnWidth }: BlockAttributes): string {
  const isCounted = typeof columnCount === 'number' && columnCount >= 1 && columnCount <= 16;
  if (isCounted) return `repeat(${Math.floor(columnCount)},minmax(0,1fr))`;
  return `repeat(auto-fill,minmax(min(${value(minimumColumnWidth) ?? '12rem'},100%),1fr))`;
}

/** Blocks that span columns of a grid without a fixed number of them have a row of their own on narrow screens. */
function placeRules(selector: string, place: BlockAttributes, { columnCount }: BlockAttributes): string {
  const { selfStretch, flexSize } = place;
  const hasSize = selfStretch === 'fixed' || selfStretch === 'fixedNoShrink';
  const column = gridLine(place.columnStart, place.columnSpan);
  const row = gridLine(place.rowStart, place.rowSpan);
  const rules = rule(selector, {
    'flex-grow': selfStretch === 'fill' ? '1' : undefined,
    'flex-basis': hasSize ? value(flexSize) : undefined,
    'flex-shrink': selfStretch === 'fixedNoShrink' ? '0' : undefined,
    'grid-column': column,
    'grid-row': row,
  });
  if (column === undefined || columnCount) return rules;
  return `${rules}@media (max-width:37rem){${rule(selector, { 'grid-column': '1/-1' })}}`;
}

function gridLine(start: unknown, span: unknown): string | undefined {
  const [from, over] = [Number(start), Number(span)].map((number) => (number >= 1 ? Math.floor(number) : undefined));
  const parts = [...(from ? [String(from)] : []), ...(over ? [`span ${over}`] : [])];
  return parts.length === 0 ? undefined : parts.join('/');
}

function constrainedRules(selector: string, { contentSize, wideSize, justifyContent }: BlockAttributes): string {
  const children = `${selector} > :where(:not(.alignleft,.alignright,.alignfull))`;
  return (
    rule(children, {
      'max-width': value(contentSize),
      'margin-left': justifyContent === 'left' ? '0' : undefined,
      'margin-right': justifyContent === 'right' ? '0' : undefined,
    }) + rule(`${selector} > .alignwide`, { 'max-width': value(wideSize) ?? value(contentSize) })
  );
}

function flowRules(selector: string, gap: unknown): string {
  const size = gapValue(gap);
  if (size === undefined) return '';
  return (
    rule(`${selector} > *`, { 'margin-block': `${size} 0` }) +
    rule(`${selector} > :first-child`, { 'margin-block-start': '0' })
  );
}

type Declarations = Record<string, string | undefined>;

function rule(selector: string, declarations: Declarations): string {
  const text = Object.entries(declarations).flatMap(([name, used]) => (used === undefined ? [] : [`${name}:${used}`]));
  return text.length === 0 ? '' : `${selector}{${text.join(';')}}`;
}

function gapValue(gap: unknown): string | undefined {
  if (!isMap(gap)) return value(gap);
  const [rows, columns] = [value(gap.top), value(gap.left)];
  return rows === undefined && columns === undefined ? undefined : `${rows ?? '0'} ${columns ?? rows ?? '0'}`;
}

function value(stored: unknown): string | undefined {
  const text = typeof stored === 'number' ? String(stored) : stored;
  if (typeof text !== 'string') return undefined;
  const [, kind, slug] = PRESET.exec(text) ?? [];
  if (kind !== undefined) return `var(--wp--preset--${kind}--${kebabCase(slug!)})`;
  return VALUE.test(text) && !text.includes('/*') ? text : undefined;
}
