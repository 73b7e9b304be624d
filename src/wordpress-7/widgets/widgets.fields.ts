import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { type WidgetInstancesService } from './widget-instances.service.js';
import { type StoredWidget } from './widgets.store.js';
import { type WidgetType } from './widget-types.js';

const everywhere = ['view', 'edit', 'embed'] as const;
/** The order that the schema of widget types shows. */
const embeddedFirst = ['embed', 'view', 'edit'] as const;
const editing = ['edit'] as const;

/** What a widget shows besides its own values. */
export interface WidgetView {
  /** HTML of a widget. */
  readonly html: (widget: StoredWidget) => string;
  readonly instances: WidgetInstancesService;
}

export const WIDGET = new ResourceFields<StoredWidget, WidgetView>('widget', {
  id: { description: 'ID of the widget.', type: 'string', context: everywhere, value: ({ id }) => id },
  id_base: { description: 'Type of the widget.', type: 'string', context: everywhere, value: ({ base }) => base },
  sidebar: {
    description: 'Sidebar of the widget.',
    type: 'string',
    default: 'wp_inactive_widgets',
    required: true,
    context: everywhere,
    value: ({ sidebar }) => sidebar,
  },
  rendered: {
    description: 'HTML of the widget.',
    type: 'string',
    context: everywhere,
    readonly: true,
    value: (widget, { html }) => html(widget),
  },
  rendered_form: {
    description: "HTML of the widget's form; empty, since only PHP can generate it.",
    type: 'string',
    context: editing,
    readonly: true,
    value: () => '',
  },
  instance: {
    description: 'Settings of the widget; `raw` is written.',
    type: 'object',
    context: editing,
    properties: {
      encoded: { description: 'The settings as stored.', type: 'string', context: editing },
      hash: { description: 'Proof for the stored form.', type: 'string', context: editing },
      raw: { description: 'The settings.', type: 'object', context: editing },
    },
    variation: () => ({ default: null }),
    value: ({ settings }, { instances }) => (settings ? instances.shown(settings) : null),
    nullable: true,
    arg: { properties: { encoded: { type: 'string' }, hash: { type: 'string' }, raw: { type: 'object' } } },
  },
  form_data: {
    description: 'Settings as an encoded form.',
    type: 'string',
    context: [],
  },
});

export const WIDGET_TYPE = new ResourceFields<WidgetType, undefined>('widget-type', {
  id: {
    description: 'ID of the widget type.',
    type: 'string',
    context: embeddedFirst,
    readonly: true,
    value: ({ id }) => id,
  },
  name: {
    description: 'Name of the widget type.',
    type: 'string',
    default: '',
    context: embeddedFirst,
    readonly: true,
    value: ({ name }) => name,
  },
  description: {
    description: 'Description of the widget type.',
    type: 'string',
    default: '',
    context: everywhere,
    value: ({ description }) => description,
  },
  is_multi: {
    description: 'Whether there can be several.',
    type: 'boolean',
    context: everywhere,
    readonly: true,
    value: () => true,
  },
  classname: {
    description: 'CSS class of the block.',
    type: 'string',
    default: '',
    context: embeddedFirst,
    readonly: true,
    value: ({ classname }) => classname,
  },
});
