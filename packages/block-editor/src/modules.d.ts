/** Packages without declarations of their own, as far as they are used here. */
declare module '@wordpress/edit-post' {
  import { type ComponentType, type ReactElement } from 'react';

  export function initializeEditor(
    id: string,
    postType: string,
    postId: number,
    settings: Record<string, unknown>,
    initialEdits?: Record<string, string>,
  ): unknown;
  export const __experimentalFullscreenModeClose: ComponentType<{ showTooltip?: boolean; icon?: ReactElement }>;
  /** The place of the button that leaves the editor. */
  export const __experimentalMainDashboardButton: ComponentType<{ children?: ReactElement }>;
}

declare module '@wordpress/format-library';

declare module '@wordpress/block-editor' {
  export const SETTINGS_DEFAULTS: Record<'colors' | 'fontSizes' | 'gradients', object[]>;
}

declare module '@wordpress/block-library' {
  export function __experimentalGetCoreBlocks(): { name: string; metadata: Record<string, unknown> }[];
}

declare module '*.css' {
  const text: string;
  export default text;
}
