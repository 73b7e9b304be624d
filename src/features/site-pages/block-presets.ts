import { isMap } from '../../text/index.js';

type Kind = 'color' | 'gradient' | 'font-size' | 'font-family';

/** Values by the names that classes and variables have. */
export type Presets = Readonly<Record<Kind, ReadonlyMap<string, string>>>;

const map = (values: Record<string, string>) => new Map(Object.entries(values));

/** What every WordPress offers, whatever its theme. */
const DEFAULTS: Presets = {
  color: map({
    black: '#000000',
    'cyan-bluish-gray': '#abb8c3',
    white: '#ffffff',
    'pale-pink': '#f78da7',
    'vivid-red': '#cf2e2e',
    'luminous-vivid-orange': '#ff6900',
    'luminous-vivid-amber': '#fcb900',
    'light-green-cyan': '#7bdcb5',
    'vivid-green-cyan': '#00d084',
    'pale-cyan-blue': '#8ed1fc',
    'vivid-cyan-blue': '#0693e3',
    'vivid-purple': '#9b51e0',
    // The names that themes use most.
    base: 'var(--bg)',
    'base-2': 'var(--soft)',
    contrast: 'var(--text)',
    'contrast-2': 'var(--muted)',
    accent: 'var(--accent)',
    primary: 'var(--accent)',
  }),
  gradient: map({
    'vivid-cyan-blue-to-vivid-purple': 'linear-gradient(135deg,#0693e3 0%,#9b51e0 100%)',
    'luminous-vivid-orange-to-vivid-red': 'linear-gradient(135deg,#ff6900 0%,#cf2e2e 100%)',
    'cool-to-warm-spectrum':
      'linear-gradient(135deg,#4aeadc 0%,#9778d1 20%,#cf2aba 40%,#ee2c82 60%,#fb6962 80%,#fef84c 100%)',
    midnight: 'linear-gradient(135deg,#020381 0%,#2874fc 100%)',
  }),
  'font-size': map({
    small: '0.8125rem',
    medium: '1.25rem',
    large: 'clamp(1.5rem, 3vw, 2.25rem)',
    'x-large': 'clamp(1.85rem, 4.2vw, 2.65rem)',
  }),
  'font-family': map({}),
};

const SETTINGS: readonly (readonly [Kind, string, string, string])[] = [
  ['color', 'color', 'palette', 'color'],
  ['gradient', 'color', 'gradients', 'gradient'],
  ['font-size', 'typography', 'fontSizes', 'size'],
  ['font-family', 'typography', 'fontFamilies', 'fontFamily'],
];
const ORIGINS = ['default', 'theme', 'custom'];
const SLUG = /^[a-z0-9-]{1,80}$/;
/** Values that cannot end their declaration. */
const VALUE = /^[\w\s#.,%()'"+*/-]{1,400}$/;

/** The presets of the global styles, over those of every site. */
export function presetsOf(globalStyles: unknown): Presets {
  const settings = isMap(globalStyles) && isMap(globalStyles.settings) ? globalStyles.settings : {};
  const presets = Object.fromEntries(
    Object.entries(DEFAULTS).map(([kind, values]) => [kind, new Map(values)]),
  ) as Record<Kind, Map<string, string>>;
  for (const [kind, group, list, member] of SETTINGS) {
    const part = isMap(settings[group]) ? settings[group][list] : undefined;
    const lists = Array.isArray(part) ? [part] : isMap(part) ? ORIGINS.map((origin) => part[origin]) : [];
    for (const preset of lists.flatMap((entries) => (Array.isArray(entries) ? entries : []))) {
      if (!isMap(preset)) continue;
      const { slug, [member]: value } = preset;
      if (typeof slug === 'string' && SLUG.test(slug) && typeof value === 'string' && VALUE.test(value))
        presets[kind].set(slug, value);
    }
  }
  return presets;
}

const USED = /\bhas-([a-z0-9-]+)|--wp--preset--(color|gradient|font-size|font-family)--([a-z0-9-]+)/g;
const ENDINGS: readonly (readonly [string, Kind, string])[] = [
  ['-gradient-background', 'gradient', 'background'],
  ['-background-color', 'color', 'background-color'],
  ['-border-color', 'color', 'border-color'],
  ['-color', 'color', 'color'],
  ['-font-size', 'font-size', 'font-size'],
  ['-font-family', 'font-family', 'font-family'],
];

/** Rules for the preset classes and variables that the HTML uses. */
export function presetCss(markup: string, presets: Presets): string {
  const variables = new Map<string, string>();
  const rules = new Map<string, string>();
  const use = (kind: Kind, slug: string): boolean => {
    const value = presets[kind].get(slug);
    if (value !== undefined) variables.set(`--wp--preset--${kind}--${slug}`, value);
    return value !== undefined;
  };
  for (const [, name, kind, slug] of markup.matchAll(USED)) {
    if (kind !== undefined && slug !== undefined) use(kind as Kind, slug);
    const ending = name === undefined ? undefined : ENDINGS.find(([end]) => name.endsWith(end));
    if (!ending || name === undefined) continue;
    const [end, of, property] = ending;
    const value = name.slice(0, -end.length);
    if (use(of, value)) rules.set(`.has-${name}`, `${property}:var(--wp--preset--${of}--${value})!important`);
  }
  if (variables.size === 0) return '';
  const root = [...variables].map(([name, value]) => `${name}:${value}`).join(';');
  return `:root{${root}}${[...rules].map(([selector, rule]) => `${selector}{${rule}}`).join('')}`;
}
