import { type RenderingDialect } from '../rendering/render-context.js';

export const RENDERING_A: RenderingDialect = {
  blocks: undefined,
  marksPrivateTitles: true,
  revisionsHaveNoPost: false,
  tidiesShortcodes: true,
  fileTypes: 'flac',
};

export const RENDERING_B: RenderingDialect = {
  ...RENDERING_A,
  revisionsHaveNoPost: true,
  tidiesShortcodes: false,
  fileTypes: 'wma',
};
