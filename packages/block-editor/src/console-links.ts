import { PluginMoreMenuItem } from '@wordpress/editor';
import { createElement } from '@wordpress/element';
import { registerPlugin } from '@wordpress/plugins';
import { CONSOLE_URL } from './service';

/** The way back on narrow screens, where the editor has no button for it: an item of its options menu. */
export function addConsoleLink(): void {
  registerPlugin('nestpress-console', {
    render: () => createElement(PluginMoreMenuItem, { href: CONSOLE_URL.href }, 'Back to the console'),
  });
}
