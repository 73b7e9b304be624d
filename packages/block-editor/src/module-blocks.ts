import { InspectorControls, useBlockProps } from '@wordpress/block-editor';
import { registerBlockType } from '@wordpress/blocks';
import {
  __experimentalNumberControl as NumberControl,
  Disabled,
  PanelBody,
  SelectControl,
  TextareaControl,
  TextControl,
  ToggleControl,
} from '@wordpress/components';
import { createElement, Fragment } from '@wordpress/element';
import ServerSideRender from '@wordpress/server-side-render';
import { type ModuleBlock } from './service';

type Values = Record<string, unknown>;
type Schema = NonNullable<ModuleBlock['attributes']>[string];

interface EditProps {
  attributes: Values;
  setAttributes(values: Values): void;
}

/** Registers the blocks of modules: the service renders them, their attributes have fields in the sidebar. */
export function registerModuleBlocks(blocks: readonly ModuleBlock[], postId: number): void {
  for (const block of blocks) {
    const { name, title, description, icon = 'block-default', category = 'widgets', keywords, attributes = {} } = block;
    const registered = Object.entries(attributes).map(([key, { type, enum: values, default: standard }]) => [
      key,
      { type, ...(values && { enum: values }), ...(standard !== undefined && { default: standard }) },
    ]);
    registerBlockType(name, {
      apiVersion: 3,
      title,
      description,
      icon,
      category,
      keywords,
      attributes: Object.fromEntries(registered) as Values,
      supports: { html: false, className: false, customClassName: false },
      edit: (props: EditProps) => createElement(Edit, { block, postId, ...props }),
      save: () => null,
    } as unknown as Parameters<typeof registerBlockType>[1]);
  }
}

function Edit({ block, postId, attributes, setAttributes }: EditProps & { block: ModuleBlock; postId: number }) {
  const fields = Object.entries(block.attributes ?? {});
  const shown = createElement(ServerSideRender, {
    block: block.name,
    attributes,
    urlQueryArgs: { post_id: postId },
  });
  return createElement(
    Fragment,
    null,
    fields.length > 0 &&
      createElement(
        InspectorControls,
        null,
        createElement(
          PanelBody,
          { title: block.title },
          ...fields.map(([name, schema]) => field(name, schema, attributes[name], setAttributes)),
        ),
      ),
    // Links of the preview do not leave the editor.
    createElement('div', useBlockProps(), createElement(Disabled, null, shown)),
  );
}

function field(name: string, schema: Schema, value: unknown, change: (values: Values) => void) {
  const { type, enum: values, choices = {}, label = name, help, minimum, maximum, lines } = schema;
  const set = (next: unknown) => change({ [name]: next });
  const look = { key: name, label, help, __nextHasNoMarginBottom: true } as const;
  const tall = { ...look, __next40pxDefaultSize: true } as const;
  if (type === 'boolean') return createElement(ToggleControl, { ...look, checked: value === true, onChange: set });
  if (values) {
    const options = values.map((one) => ({ value: String(one), label: choices[String(one)] ?? String(one) }));
    const onChange = (next: string) => set(values.find((one) => String(one) === next));
    return createElement(SelectControl, { ...tall, value: String(value ?? ''), options, onChange });
  }
  if (type === 'string') {
    const text = { value: typeof value === 'string' ? value : '', onChange: set };
    return lines
      ? createElement(TextareaControl, { ...look, ...text, rows: lines })
      : createElement(TextControl, { ...tall, ...text });
  }
  const onChange = (next: string | undefined) => {
    if (next !== undefined && next !== '' && Number.isFinite(Number(next))) set(Number(next));
  };
  return createElement(NumberControl, { ...tall, value: Number(value ?? 0), min: minimum, max: maximum, onChange });
}
