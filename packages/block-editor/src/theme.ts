import { SETTINGS_DEFAULTS } from '@wordpress/block-editor';
import { __experimentalGetCoreBlocks as getCoreBlocks } from '@wordpress/block-library';
import { generateGlobalStyles, type GlobalStylesConfig } from '@wordpress/global-styles-engine';

/**
 * What a theme says about colours, sizes and layout. Only WordPress can read the theme's files; without it the presets are the
 * editor's own, and every tool is on offer.
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
    layout: { contentSize: '645px', wideSize: '1200px' },
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

/** Keeps text off the edges of a narrow screen, as themes do. */
const DEFAULT_CSS = 'body { padding-inline: 24px; }';

/** The settings of the editor that come from the theme. */
export function themeSettings(theme: GlobalStylesConfig | undefined): Record<string, unknown> {
  const config = theme ?? (DEFAULT_THEME as unknown as GlobalStylesConfig);
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
