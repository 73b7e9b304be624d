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
  import { type ComponentType, type ReactNode } from 'react';

  export const SETTINGS_DEFAULTS: Record<'colors' | 'fontSizes' | 'gradients', object[]>;
  /** The sidebar of the selected block. */
  export const InspectorControls: ComponentType<{ children?: ReactNode }>;
  /** Attributes of the outermost element of a block. */
  export function useBlockProps(): Record<string, unknown>;
}

declare module '@wordpress/server-side-render' {
  import { type ComponentType } from 'react';

  const ServerSideRender: ComponentType<{
    block: string;
    attributes: Record<string, unknown>;
    urlQueryArgs?: Record<string, unknown>;
  }>;
  export default ServerSideRender;
}

declare module '@wordpress/block-library' {
  export function __experimentalGetCoreBlocks(): { name: string; metadata: Record<string, unknown> }[];
}

declare module '*.css' {
  const text: string;
  export default text;
}
