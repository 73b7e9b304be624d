import { type JsonRecord, textOf } from '../../text/json-values.js';
import { type Field, ResourceFields, embedFirst, readOnly, field } from '../../rest/fields/resource-fields.js';
import { INACTIVE_WIDGETS } from './widgets.store.js';

/** A sidebar and the widgets in it. Themes register its name and markup in PHP. */
export interface Sidebar {
  readonly id: string;
  readonly widgets: readonly string[];
  /** As WordPress described it; empty if it did not. */
  readonly registered: JsonRecord;
  /** Block themes have no active sidebars. */
  readonly isActive: boolean;
  /** The theme or a plugin registers it: its widgets are shown, whether it is active or not. */
  readonly isRegistered: boolean;
}

const registeredText = (
  member: 'description' | 'class' | 'before_widget' | 'after_widget' | 'before_title' | 'after_title',
  description: string,
  more: object = {},
): Field<Sidebar, undefined> => ({
  description,
  type: 'string',
  context: embedFirst,
  readonly: true,
  ...more,
  value: ({ registered }) => textOf(registered[member]),
});

export const SIDEBAR = new ResourceFields<Sidebar, undefined>('sidebar', {
  id: readOnly('string', 'ID of the sidebar.', embedFirst, ({ id }) => id),
  name: {
    description: 'Name of the sidebar.',
    type: 'string',
    context: embedFirst,
    readonly: true,
    value: ({ id, registered }) => textOf(registered.name) || (id === INACTIVE_WIDGETS ? 'Inactive widgets' : id),
  },
  description: registeredText('description', 'Description of the sidebar.'),
  class: registeredText('class', 'Class name of the sidebar.'),
  before_widget: registeredText('before_widget', 'HTML before each widget.', { default: '' }),
  after_widget: registeredText('after_widget', 'HTML after each widget.', { default: '' }),
  before_title: registeredText('before_title', 'HTML before the title of each widget.', { default: '' }),
  after_title: registeredText('after_title', 'HTML after the title of each widget.', { default: '' }),
  status: {
    description: 'Whether the sidebar is active.',
    type: 'string',
    enum: ['active', 'inactive'],
    context: embedFirst,
    readonly: true,
    value: ({ isActive }) => (isActive ? 'active' : 'inactive'),
  },
  widgets: field('array', 'Widgets of the sidebar, in order.', embedFirst, ({ widgets }) => widgets, {
    items: { type: ['object', 'string'] },
    default: [],
  }),
});
