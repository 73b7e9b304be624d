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

/** The settings of the editor that come from the theme. */
export function themeSettings(theme: GlobalStylesConfig | undefined): Record<string, unknown> {
  const config = theme ?? (DEFAULT_THEME as unknown as GlobalStylesConfig);
  const blockTypes = getCoreBlocks().map(({ name, metadata }) => ({ ...metadata, name }));
  const [[variables, rules]] = generateGlobalStyles(config, blockTypes);
  return {
    __experimentalFeatures: config.settings,
    styles: [
      { ...variables, __unstableType: 'presets' },
      // Rules of the default theme are those of its presets, which the user cannot switch off.
      { ...rules, __unstableType: theme ? 'theme' : 'presets' },
    ],
    supportsLayout: true,
  };
}
