import { type FieldRequest } from '../../../content-model/index.js';
import { type PlacedField } from '../definitions/placed-fields.js';
import {
  type CompiledFields,
  compile,
  type CompileOptions,
  loader,
  type Reader,
  single,
  termLoader,
} from './field-format.js';
import { isEmpty, type PlainValue, toNumbers } from './item-values.js';

/** What all items of a page are read for. */
export interface LightPage {
  /** Whether passwords are left out. */
  readonly hidesSecrets: boolean;
}

/** The default format: stored values, with numbers as such and references as IDs. */
export function compileLight(
  fields: readonly PlacedField[],
  options: Pick<CompileOptions, 'hasDisabledRows'> = {},
): CompiledFields<LightPage> {
  return compile(fields, ({ name }) => name, reader, { empty: null, ...options });
}

/** The request, whatever format it asks for. */
export const inLightFormat = (request: FieldRequest): FieldRequest => ({
  ...request,
  param: (name) => (name === 'acf_format' ? undefined : request.param(name)),
});

const NUMBERS = new Set([
  'number',
  'range',
  'image',
  'file',
  'gallery',
  'post_object',
  'page_link',
  'relationship',
  'user',
]);

function reader(field: PlacedField): Reader<LightPage> {
  const { type, settings } = field;
  const load = loader(field);
  if (NUMBERS.has(type)) return (values, prefix) => toNumbers(load(values, prefix));
  switch (type) {
    case 'password':
      return (values, prefix, { hidesSecrets }) => (hidesSecrets ? null : load(values, prefix));
    case 'true_false':
      return (values, prefix) => !isEmpty(load(values, prefix));
    case 'date_picker':
      return (values, prefix) => emptyAsNull(load(values, prefix));
    case 'google_map':
      return (values, prefix) => toNumbers(emptyAsNull(mapOf(load(values, prefix))));
    case 'select':
      return settings.flag('multiple')
        ? (values, prefix) => listOf(load(values, prefix))
        : (values, prefix) => single(load(values, prefix));
    case 'taxonomy':
      return termLoader(field);
    default:
      return load;
  }
}

const emptyAsNull = (value: PlainValue) => (isEmpty(value) ? null : value);

/** Earlier versions of the plugin stored places as JSON. */
export function mapOf(value: PlainValue): PlainValue {
  if (typeof value !== 'string' || !value.startsWith('{')) return value;
  try {
    return JSON.parse(value) as PlainValue;
  } catch {
    return '';
  }
}

/** A value alone is a list of one; an empty one has none. */
export function listOf(value: PlainValue): PlainValue[] {
  if (isEmpty(value)) return [];
  return Array.isArray(value) ? value : typeof value === 'object' ? Object.values(value!) : [value];
}
