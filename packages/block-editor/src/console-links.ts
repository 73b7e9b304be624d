import {
  __experimentalFullscreenModeClose as CloseButton,
  __experimentalMainDashboardButton as CloseButtonPlace,
} from '@wordpress/edit-post';
import { PluginMoreMenuItem } from '@wordpress/editor';
import { createElement } from '@wordpress/element';
import { registerPlugin } from '@wordpress/plugins';
import { CONSOLE_URL } from './service';

/** The mark of the console, white on the dark button. */
const MARK = createElement(
  'svg',
  { viewBox: '0 0 32 32', className: 'nestpress-mark' },
  createElement('path', {
    d: 'M10 22.500V9.500l12 13V9.500',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 3,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  }),
);

/**
 * The ways back: on narrow screens, where the editor has no button for it, an item of its options menu; on others its own button,
 * with the icon of the site or, without one, the mark of the console.
 */
export function addConsoleLinks({ hasSiteIcon }: { hasSiteIcon: boolean }): void {
  registerPlugin('nestpress-console', {
    render: () => createElement(PluginMoreMenuItem, { href: CONSOLE_URL.href }, 'Back to the console'),
  });
  if (hasSiteIcon) return;
  registerPlugin('nestpress-mark', {
    render: () => createElement(CloseButtonPlace, null, createElement(CloseButton, { showTooltip: true, icon: MARK })),
  });
}
