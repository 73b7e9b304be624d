import { SETTINGS_DEFAULTS } from '@wordpress/block-editor';
import { __experimentalGetCoreBlocks as getCoreBlocks } from '@wordpress/block-library';
import { generateGlobalStyles, type GlobalStylesConfig } from '@wordpress/global-styles-engine';

// As in the theme of the site pages.
const SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', sans-serif";
const SERIF = "Charter, 'Bitstream Charter', 'Sitka Text', 'Iowan Old Style', Cambria, Georgia, serif";

/**
 * What a theme says about colours, sizes and layout. Only WordPress can read the theme's files; without it the presets are the
 * editor's own, every tool is on offer, and texts look as on the site pages.
 */
const DEFAULT_THEME = {
  settings: {
    appearanceTools: true,
    border: { color: true, radius: true, style: true, width: true },
    color: {
      background: true,
      custom: true,
      customGradient: true,
      defaultGradients: true,
      defaultPalette: true,
      gradients: { default: SETTINGS_DEFAULTS.gradients },
      link: true,
      palette: { default: SETTINGS_DEFAULTS.colors },
      text: true,
    },
    dimensions: { aspectRatio: true, minHeight: true },
    layout: { contentSize: '42rem', wideSize: '66rem' },
    spacing: { blockGap: null, margin: true, padding: true, units: ['px', 'em', 'rem', 'vh', 'vw', '%'] },
    typography: {
      customFontSize: true,
      defaultFontSizes: true,
      dropCap: true,
      fontSizes: { default: SETTINGS_DEFAULTS.fontSizes },
      fontStyle: true,
      fontWeight: true,
      letterSpacing: true,
      lineHeight: true,
      textAlign: true,
      textDecoration: true,
      textTransform: true,
    },
  },
  styles: {},
};

/** Type of the site pages: fonts by the setting of the site, sizes and spaces of their theme. */
function pageStyles(font: string): object {
  const heading = { fontFamily: font === 'serif' ? SERIF : SANS, lineHeight: '1.25', letterSpacing: '-0.015em' };
  const size = (fontSize: string) => ({ typography: { fontSize } });
  return {
    typography: { fontFamily: font === 'sans' ? SANS : SERIF, fontSize: '1.175rem', lineHeight: '1.7' },
    elements: {
      heading: { typography: heading },
      h1: size('clamp(2.05rem, 6vw, 3.15rem)'),
      h2: size('1.5em'),
      h3: size('1.22em'),
      ...Object.fromEntries(['h4', 'h5', 'h6'].map((name) => [name, size('1.03em')])),
    },
  };
}

/** Keeps text off the edges of a narrow screen, as themes do. */
const DEFAULT_CSS = 'body { padding-inline: 24px; }';

/** The settings of the editor that come from the theme. */
export function themeSettings(theme: GlobalStylesConfig | undefined, font: string): Record<string, unknown> {
  const config = theme ?? ({ ...DEFAULT_THEME, styles: pageStyles(font) } as unknown as GlobalStylesConfig);
  const blockTypes = getCoreBlocks().map(({ name, metadata }) => ({ ...metadata, name }));
  const [[variables, rules]] = generateGlobalStyles(config, blockTypes);
  return {
    __experimentalFeatures: config.settings,
    // Users can switch off the styles of a theme, but not those of presets.
    styles: theme
      ? [
          { ...variables, __unstableType: 'presets' },
          { ...rules, __unstableType: 'theme' },
        ]
      : [variables, rules, { css: DEFAULT_CSS }].map((style) => ({ ...style, __unstableType: 'presets' })),
    supportsLayout: true,
  };
}
