import { type JsonRecord, recordOf, textOf } from '../../text/json-values.js';
import { isMap } from '../../text/php/php-values.js';
import { CORE_BLOCK_TYPES } from '../../rendering/blocks/block-type.js';

/** Which members a part of theme.json may have: `any` value, a `boolean`, or members of their own. */
type Shape = 'any' | 'boolean' | Members;

interface Members {
  get(name: string): Shape | undefined;
}

type MemberMap = ReadonlyMap<string, Shape>;

/** Block types whose styles and settings are shown. */
export interface KnownBlocks {
  has(name: string): boolean;
  hasStyle(name: string, style: string): boolean;
}

/** Registered block types, as WordPress described them; without a description, blocks of plugins and styles of themes are unknown. */
export function knownBlocks(registered?: readonly JsonRecord[]): KnownBlocks {
  if (!registered) return { has: (name) => !name.startsWith('core/') || CORE_NAMES.has(name), hasStyle: () => true };
  const styles = new Map(registered.map((type) => [textOf(type.name), styleNames(type.styles)]));
  return { has: (name) => styles.has(name), hasStyle: (name, style) => styles.get(name)?.has(style) === true };
}

const CORE_NAMES = new Set(CORE_BLOCK_TYPES.map(({ name }) => name));

const styleNames = (styles: unknown) =>
  new Set(Array.isArray(styles) ? styles.map((style) => textOf(recordOf(style).name)) : []);

const members = (names: string, shape: Shape = 'any'): MemberMap =>
  new Map(names.split(' ').map((name) => [name, shape]));

const SETTINGS: MemberMap = new Map<string, Shape>([
  ...members('appearanceTools useRootPaddingAwareAlignments custom'),
  ['background', members('backgroundImage backgroundSize gradient')],
  ['border', members('color radius radiusSizes style width')],
  [
    'color',
    members(
      'background custom customDuotone customGradient defaultDuotone defaultGradients defaultPalette duotone gradients link ' +
        'heading button caption palette text',
    ),
  ],
  [
    'dimensions',
    members('aspectRatio aspectRatios defaultAspectRatios dimensionSizes height minHeight minWidth width'),
  ],
  ['layout', members('contentSize wideSize allowEditing allowCustomContentAndWideSize')],
  ['lightbox', members('enabled allowEditing', 'boolean')],
  ['position', members('fixed sticky')],
  ['spacing', members('customSpacingSize defaultSpacingSizes spacingSizes spacingScale blockGap margin padding units')],
  ['shadow', members('presets defaultPresets')],
  [
    'typography',
    members(
      'fluid customFontSize defaultFontSizes dropCap fontFamilies fontSizes fontStyle fontWeight letterSpacing lineHeight ' +
        'textAlign textColumns textDecoration textIndent textTransform writingMode',
    ),
  ],
]);

/** Settings of the whole site only. */
const SITE_SETTINGS: MemberMap = new Map<string, Shape>([
  ['viewport', members('mobile tablet')],
  ['blockVisibility', members('allowEditing', 'boolean')],
]);

const STYLES: MemberMap = new Map<string, Shape>([
  ...members('shadow css'),
  [
    'background',
    members('backgroundImage backgroundPosition backgroundRepeat backgroundSize backgroundAttachment gradient'),
  ],
  ['border', members('color radius style width top right bottom left')],
  ['color', members('background gradient text')],
  ['dimensions', members('aspectRatio height minHeight minWidth width')],
  ['filter', members('duotone')],
  ['outline', members('color offset style width')],
  ['spacing', members('margin padding blockGap')],
  [
    'typography',
    members(
      'fontFamily fontSize fontStyle fontWeight letterSpacing lineHeight textAlign textColumns textDecoration textIndent ' +
        'textShadow textTransform writingMode',
    ),
  ],
]);

const VIEWPORTS = ['@mobile', '@tablet'];
const ELEMENTS = 'link heading h1 h2 h3 h4 h5 h6 button caption cite textInput select'.split(' ');
const LINK_STATES = [':link', ':any-link', ':visited', ':hover', ':focus', ':focus-visible', ':active'];
const BLOCK_STATES = [':hover', ':focus', ':focus-visible', ':active'];
const ELEMENT_STATES = new Map([
  ['link', LINK_STATES],
  ['button', LINK_STATES],
]);
const STATES_OF_BLOCKS = new Map([
  ['core/button', BLOCK_STATES],
  ['core/navigation-link', BLOCK_STATES],
]);

const each = (names: readonly string[], shape: Members): MemberMap => new Map(names.map((name) => [name, shape]));

const ELEMENT_STYLES: MemberMap = new Map(
  ELEMENTS.map((name) => [
    name,
    new Map<string, Shape>([...STYLES, ...each(ELEMENT_STATES.get(name) ?? [], STYLES), ...each(VIEWPORTS, STYLES)]),
  ]),
);
const WITH_ELEMENTS: MemberMap = new Map<string, Shape>([...STYLES, ['elements', ELEMENT_STYLES]]);

/** Styles of a block, without its variations. */
function blockStyles(name: string): MemberMap {
  const states = each(STATES_OF_BLOCKS.get(name) ?? [], STYLES);
  const current =
    name === 'core/navigation-link' ? each(['-current'], new Map<string, Shape>([...STYLES, ...states])) : [];
  return new Map<string, Shape>([
    ...WITH_ELEMENTS,
    ...states,
    ...current,
    ...each(VIEWPORTS, new Map<string, Shape>([...WITH_ELEMENTS, ...states])),
  ]);
}

/** Members by block name. */
const byBlock = (blocks: KnownBlocks, shape: (name: string) => Shape): Members => ({
  get: (name) => (blocks.has(name) ? shape(name) : undefined),
});

function stylesShape(blocks: KnownBlocks): Members {
  const inside = byBlock(blocks, blockStyles);
  const variation = (name: string): MemberMap => {
    const states = each(STATES_OF_BLOCKS.get(name) ?? [], STYLES);
    const own = new Map<string, Shape>([...WITH_ELEMENTS, ['blocks', inside], ...states]);
    return new Map([...own, ...each(VIEWPORTS, own)]);
  };
  const block = (name: string): MemberMap => {
    const variations: Members = { get: (style) => (blocks.hasStyle(name, style) ? variation(name) : undefined) };
    return new Map<string, Shape>([...blockStyles(name), ['variations', variations]]);
  };
  return new Map<string, Shape>([...WITH_ELEMENTS, ['blocks', byBlock(blocks, block)]]);
}

/** Members of `part` that fit the shape; objects that lose all of them are left out. */
function fitting(part: Readonly<Record<string, unknown>>, shape: Members): Record<string, unknown> {
  const entries = Object.entries(part).flatMap(([name, value]): [string, unknown][] => {
    const own = shape.get(name);
    if (own === undefined || (own === 'boolean' && typeof value !== 'boolean')) return [];
    if (own === 'any' || own === 'boolean' || Array.isArray(value)) return [[name, value]];
    const inner = isMap(value) ? fitting(value, own) : {};
    return Object.keys(inner).length === 0 ? [] : [[name, inner]];
  });
  return Object.fromEntries(entries);
}

/** What WordPress knows of stored styles; the rest stays stored, but is not shown. */
export function knownStyles(styles: Readonly<Record<string, unknown>>, blocks: KnownBlocks): Record<string, unknown> {
  return fitting(styles, stylesShape(blocks));
}

export function knownSettings(
  settings: Readonly<Record<string, unknown>>,
  blocks: KnownBlocks,
): Record<string, unknown> {
  const ofBlocks = byBlock(blocks, () => SETTINGS);
  return fitting(settings, new Map<string, Shape>([...SETTINGS, ...SITE_SETTINGS, ['blocks', ofBlocks]]));
}
