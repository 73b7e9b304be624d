import {
  ResourceFields,
  everywhere,
  editOnly,
  embedFirst,
  field,
  readOnly,
} from '../../rest/fields/resource-fields.js';
import { type WidgetInstancesService } from './widget-instances.service.js';
import { type StoredWidget } from './widgets.store.js';
import { type WidgetType } from './widget-types.js';
import { trimAscii } from '../../text/php-strings.js';

/** What a widget shows besides its own values. */
export interface WidgetView {
  /** HTML of a widget. */
  readonly html: (widget: StoredWidget) => string;
  readonly instances: WidgetInstancesService;
}

export const WIDGET = new ResourceFields<StoredWidget, WidgetView>('widget', {
  id: field('string', 'ID of the widget.', everywhere, ({ id }) => id),
  id_base: field('string', 'Type of the widget.', everywhere, ({ base }) => base),
  sidebar: field('string', 'Sidebar of the widget.', everywhere, ({ sidebar }) => sidebar, {
    default: 'wp_inactive_widgets',
    required: true,
  }),
  rendered: readOnly('string', 'HTML of the widget.', everywhere, (widget, { html }) => trimAscii(html(widget))),
  rendered_form: {
    description: "HTML of the widget's form; empty, since only PHP can generate it.",
    type: 'string',
    context: editOnly,
    readonly: true,
    value: () => '',
  },
  instance: {
    description: 'Settings of the widget; `raw` is written.',
    type: 'object',
    context: editOnly,
    properties: {
      encoded: { description: 'The settings as stored.', type: 'string', context: editOnly },
      hash: { description: 'Proof for the stored form.', type: 'string', context: editOnly, optional: true },
      raw: { description: 'The settings.', type: 'object', context: editOnly },
    },
    variation: () => ({ default: null }),
    value: ({ settings }, { instances }) => (settings ? instances.shown(settings) : null),
    nullable: true,
    arg: { properties: { encoded: { type: 'string' }, hash: { type: 'string' }, raw: { type: 'object' } } },
  },
  form_data: field('string', 'Settings as an encoded form.', []),
});

export const WIDGET_TYPE = new ResourceFields<WidgetType, undefined>('widget-type', {
  id: readOnly('string', 'ID of the widget type.', embedFirst, ({ id }) => id),
  name: readOnly('string', 'Name of the widget type.', embedFirst, ({ name }) => name, { default: '' }),
  description: field('string', 'Description of the widget type.', everywhere, ({ description }) => description, {
    default: '',
  }),
  is_multi: readOnly('boolean', 'Whether there can be several.', everywhere, () => true),
  classname: readOnly('string', 'CSS class of the block.', embedFirst, ({ classname }) => classname, { default: '' }),
});
