import { type ComponentChildren, type ComponentType } from 'preact';
import { type Condition } from '../../../src/text/field-conditions';
import { t } from '../texts';
import { type Option } from '../ui/controls';
import { type Schema } from '../lib/types';

/** How a value is edited, whatever declares it: meta of a module or of a plugin. */
export interface FieldSpec {
  /** The member of the values that it edits. */
  name: string;
  label: string;
  help?: string;
  control: Control;
  required?: boolean;
  /** Title of the tab that has it. */
  tab?: string;
  /** It is shown where all conditions of one of these groups hold. */
  when?: readonly (readonly Condition[])[];
}

export type Control =
  | { kind: 'text'; type?: 'text' | 'email' | 'url' | 'password'; maxLength?: number }
  | { kind: 'textarea'; rows?: number }
  | { kind: 'number'; min?: number; max?: number; step?: number | 'any' }
  | { kind: 'checkbox' }
  /** `value` of an option as it is stored. Without `isMany`, one of them. */
  | { kind: 'choice'; options: readonly Choice[]; isMany?: boolean; isOptional?: boolean }
  /** `stored`: as `20240229` instead of `2024-02-29`, with a space instead of `T`, with seconds. */
  | { kind: 'date'; stored?: 'digits' }
  | { kind: 'time'; stored?: 'seconds' }
  | { kind: 'datetime'; stored?: 'spaced' }
  | { kind: 'color' }
  /** A list of texts or numbers, one per line. */
  | { kind: 'lines'; isNumeric?: boolean }
  /** IDs of what is found by its words. */
  | { kind: 'relation'; to: readonly RelationTarget[]; isMany?: boolean; max?: number }
  /** IDs of files. */
  | { kind: 'media'; isMany?: boolean; onlyImages?: boolean; max?: number }
  | { kind: 'group'; fields: readonly FieldSpec[] }
  /** A list of objects. */
  | { kind: 'rows'; fields: readonly FieldSpec[]; min?: number; max?: number; add?: string }
  /**
   * A list of objects, each of one of these layouts; `member` of an object names its layout, `disabled` says whether it is switched
   * off, and `ownLabel` is what an editor calls it.
   */
  | {
      kind: 'layouts';
      layouts: readonly Layout[];
      member: string;
      disabled?: string;
      ownLabel?: string;
      min?: number;
      max?: number;
    }
  /** Values that consist of parts: address, text and window; address and coordinates; kind and name. */
  | { kind: 'link' }
  | { kind: 'place' }
  | { kind: 'icon' }
  /** No value: a text between the fields. */
  | { kind: 'note'; text: string }
  | { kind: 'json' };

export interface Choice {
  value: string | number | boolean;
  label: string;
}

export interface Layout {
  name: string;
  label: string;
  fields: readonly FieldSpec[];
  max?: number;
}

/** What a relation finds: the items of a route. */
export interface RelationTarget {
  /** Below the REST root: `wp/v2/venues`. */
  route: string;
  label: string;
  kind: 'entry' | 'term' | 'user';
}

/** Messages by the path of the value, such as `program[0][title]`. */
export type FieldErrors = Readonly<Record<string, string>>;

export type FieldValues = Record<string, unknown>;

export interface ControlProps<K extends Control['kind'] = Control['kind']> {
  spec: FieldSpec & { control: Extract<Control, { kind: K }> };
  /** Of the value, in messages. */
  path: string;
  value: unknown;
  errors: FieldErrors;
  onChange(value: unknown): void;
}

/** Fields with their values. */
export interface FormProps {
  fields: readonly FieldSpec[];
  values: FieldValues;
  errors?: FieldErrors;
  /** Of the object that has the values, in messages. */
  path?: string;
  /** A control of another program for a field; undefined for those that have one here. */
  control?(spec: FieldSpec): ComponentChildren;
  onChange(values: FieldValues): void;
}

/** What edits objects shows forms inside of it. */
export type CompositeProps<K extends Control['kind']> = ControlProps<K> & { Form: ComponentType<FormProps> };

export const memberPath = (path: string, name: string | number) => (path === '' ? String(name) : `${path}[${name}]`);

/** Required fields are marked. */
export const labelWithMark = ({ label, required }: FieldSpec): string => (required ? `${label} *` : label);

/** The messages about a value and its parts that no field of its own shows. */
export const errorsBelow = (errors: FieldErrors, path: string): string | undefined =>
  Object.entries(errors).find(([name]) => name === path || name.startsWith(`${path}[`))?.[1];

/** PHP's empty object is an empty list. */
export const asValues = (value: unknown): FieldValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FieldValues) : {};

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

export const asText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** IDs of one or several things; 0 and null stand for none. */
export const asIds = (value: unknown): number[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).map(Number).filter((id) => id > 0);

/** `purchase_price` as “Purchase price”. */
export function labelOf(key: string): string {
  const words = key.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A field for a value of which only the schema is known. */
export function specOf(name: string, schema: Schema, label = schema.label || schema.title || labelOf(name)): FieldSpec {
  const { description, help = description, tab, when } = schema;
  return {
    name,
    label,
    control: controlOf(schema),
    ...(help && { help }),
    ...(tab && { tab }),
    ...(when && { when: [when] }),
  };
}

const FORMATS = {
  date: { kind: 'date' },
  time: { kind: 'time' },
  'date-time': { kind: 'datetime' },
  'hex-color': { kind: 'color' },
  email: { kind: 'text', type: 'email' },
  uri: { kind: 'text', type: 'url' },
} as const satisfies Record<string, Control>;

function controlOf(schema: Schema): Control {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  const { items, minItems: min, maxItems: max } = schema;
  if (schema.relation) return { kind: 'relation', to: [schema.relation], isMany: type === 'array', max };
  if (schema.media) return { kind: 'media', isMany: type === 'array', onlyImages: schema.media === 'image', max };
  if (schema.layouts) return { kind: 'layouts', member: 'layout', min, max, layouts: layoutsOf(schema.layouts) };
  if (type === 'boolean') return { kind: 'checkbox' };
  if (schema.enum) return { kind: 'choice', options: choicesOf(schema), isOptional: true };
  if (type === 'integer' || type === 'number')
    return { kind: 'number', min: schema.minimum, max: schema.maximum, step: type === 'integer' ? 1 : 'any' };
  if (type === 'object') return schema.properties ? { kind: 'group', fields: fieldsOf(schema) } : { kind: 'json' };
  if (type === 'array') {
    if (items?.enum) return { kind: 'choice', options: choicesOf(items), isMany: true };
    if (['string', 'integer', 'number'].includes(String(items?.type)))
      return { kind: 'lines', isNumeric: items?.type !== 'string' };
    return items?.type === 'object' && items.properties
      ? { kind: 'rows', fields: fieldsOf(items), min, max }
      : { kind: 'json' };
  }
  if (schema.lines) return { kind: 'textarea', rows: schema.lines };
  return FORMATS[schema.format as keyof typeof FORMATS] ?? { kind: 'text', maxLength: schema.maxLength };
}

const fieldsOf = ({ properties = {} }: Schema) =>
  Object.entries(properties).map(([name, schema]) => specOf(name, schema));

const layoutsOf = (layouts: NonNullable<Schema['layouts']>): Layout[] =>
  Object.entries(layouts).map(([name, { label, fields }]) => ({
    name,
    label,
    fields: fieldsOf({ properties: fields }),
  }));

const choicesOf = ({ enum: values = [], choices = {} }: Schema): Choice[] =>
  values
    .filter((value) => value !== '')
    .map((value) => ({ value, label: choices[String(value)] ?? labelOf(String(value)) }));

/** Options of a select box; the empty one stands for no value. */
export const optionsOf = (choices: readonly Choice[], isOptional: boolean): Option[] => [
  ...(isOptional ? [['', t.fields.unset] as const] : []),
  ...choices.map(({ value, label }): Option => [String(value), label]),
];
