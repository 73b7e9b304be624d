import { type MetaSchema } from '../../content-model/index.js';
import { type JsonRecord } from '../../text/index.js';
import { PhpArray, phpToJs } from '../../text/php/index.js';
import { type StoredArguments } from '../../text/php/stored-arguments.js';
import { type PlacedField } from './definitions/placed-fields.js';

/** The schema of the member `acf`. Types of values are lists of names in it, some of which are PHP's. */
export function acfSchema(fields: readonly PlacedField[]): MetaSchema {
  return {
    type: 'object',
    description: 'Values of custom fields.',
    properties: propertiesOf(fields) as MetaSchema['properties'],
  };
}

function propertiesOf(fields: readonly PlacedField[]): JsonRecord {
  return Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)]));
}

type Describe = (field: PlacedField) => JsonRecord;

const withDefault = ({ settings }: PlacedField): JsonRecord => {
  const value = settings.value('default_value');
  const isSet =
    value !== undefined && value !== null && value !== '' && !(value instanceof PhpArray && value.size === 0);
  return isSet ? { default: numeric(phpToJs(value)) } : {};
};

const numeric = (value: unknown) =>
  typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;

const TEXT: Describe = ({ settings }) => {
  const value = settings.text('default_value');
  return { type: ['string', 'null'], ...(value !== '' && { default: value }) };
};

const described =
  (description: string): Describe =>
  () => ({ type: ['string', 'null'], description });

/** One value or a list; fields without several values also accept a list of one. */
function listBounds(settings: StoredArguments, isSingle: boolean): JsonRecord {
  return { ...(!settings.flag('allow_null') && { minItems: 1 }), ...(isSingle && { maxItems: 1 }) };
}

const references =
  (...types: readonly string[]): Describe =>
  ({ settings }) => ({
    type: ['integer', 'array', 'null', ...types],
    items: { type: types.length > 0 ? ['integer', ...types] : 'integer' },
    ...listBounds(settings, !settings.flag('multiple')),
  });

const file: Describe = ({ settings }) => ({
  type: ['integer', 'null'],
  ...Object.fromEntries(
    FILE_LIMITS.flatMap(([setting, keyword]) => {
      const text = settings.text(setting);
      return text === '' || text === '0' ? [] : [[keyword, setting === 'mime_types' ? text : numeric(text)]];
    }),
  ),
});

const FILE_LIMITS = [
  ['min_width', 'minWidth'],
  ['min_height', 'minHeight'],
  ['min_size', 'minSize'],
  ['max_width', 'maxWidth'],
  ['max_height', 'maxHeight'],
  ['max_size', 'maxSize'],
  ['mime_types', 'mimeTypes'],
] as const;

function limits(settings: StoredArguments, [low, high]: readonly [string, string]): JsonRecord {
  const [min, max] = [settings.number('min'), settings.number('max')];
  return { ...(min && { [low]: min }), ...(max && { [high]: max }) };
}

const ITEMS = ['minItems', 'maxItems'] as const;

/** The values of choices; numbers also as such, which PHP makes of them. */
export function choicesOf({ settings }: PlacedField): (string | number)[] {
  const choices = settings.value('choices');
  if (!(choices instanceof PhpArray)) return [];
  return [...choices.keys()].flatMap((key) => (typeof key === 'number' ? [String(key), key] : [String(key)]));
}

const SCHEMAS: ReadonlyMap<string, Describe> = new Map(
  Object.entries<Describe>({
    textarea: (field) => ({ ...TEXT(field), ...maxLength(field) }),
    number: ({ settings, ...field }) => ({
      type: ['number', 'null'],
      ...limits(settings, ['minimum', 'maximum']),
      ...withDefault({ settings, ...field }),
    }),
    range: (field) => ({
      type: ['number', 'null'],
      minimum: field.settings.number('min') ?? 0,
      maximum: field.settings.number('max') ?? 100,
      ...withDefault(field),
    }),
    email: (field) => ({ ...TEXT(field), format: 'email' }),
    url: (field) => ({ ...TEXT(field), format: 'uri' }),
    oembed: () => ({ type: ['string', 'null'], format: 'uri' }),
    password: () => ({ type: ['string', 'null'] }),
    date_picker: described('A date as YYYYMMDD.'),
    date_time_picker: described('A date and time as YYYY-MM-DD HH:MM:SS.'),
    time_picker: described('A time as HH:MM:SS.'),
    true_false: ({ settings }) => ({ type: ['boolean', 'null'], default: settings.flag('default_value') }),
    select: (field) => {
      const { settings } = field;
      const isMultiple = settings.flag('multiple');
      const stored = settings.value('default_value');
      const standard = stored === undefined || stored === '' ? (isMultiple ? [] : false) : phpToJs(stored);
      return {
        type: ['string', 'array', 'int', 'null'],
        items: { type: ['string', 'int'], enum: choicesOf(field) },
        ...listBounds(settings, !isMultiple),
        default: standard,
      };
    },
    checkbox: (field) => ({
      type: ['integer', 'string', 'array', 'null'],
      items: {
        type: ['string', 'integer'],
        ...(!field.settings.flag('allow_custom') && { enum: choicesOf(field) }),
      },
      default: phpToJs(field.settings.value('default_value') ?? new PhpArray()) || [],
    }),
    radio: (field) => ({ ...TEXT(field), ...(!field.settings.flag('other_choice') && { enum: choicesOf(field) }) }),
    button_group: (field) => ({
      ...TEXT(field),
      enum: [...choicesOf(field), ...(field.settings.flag('allow_null') ? [null, ''] : [])],
    }),
    icon_picker: () => ({
      type: ['object', 'null'],
      properties: {
        type: {
          description: 'Where the icon is from.',
          type: ['string'],
          required: true,
          enum: ['dashicons', 'media_library', 'url'],
        },
        value: { description: 'Name or address of the icon.', type: ['string', 'int'], required: true },
      },
    }),
    image: file,
    file,
    gallery: ({ settings }) => ({ type: ['array', 'null'], items: { type: 'number' }, ...limits(settings, ITEMS) }),
    post_object: references(),
    user: references(),
    page_link: references('string'),
    relationship: ({ settings }) => ({
      type: ['integer', 'array', 'null'],
      items: { type: 'integer' },
      minItems: 1,
      ...limits(settings, ITEMS),
    }),
    taxonomy: ({ settings }) => ({
      type: ['integer', 'array', 'null'],
      items: { type: 'integer' },
      ...listBounds(settings, ['select', 'radio'].includes(settings.text('field_type'))),
    }),
    link: () => ({
      type: ['object', 'null'],
      properties: {
        title: { type: 'string' },
        url: { type: 'string', required: true, format: 'uri' },
        target: { type: 'string' },
      },
    }),
    google_map: () => ({ type: ['object', 'null'], properties: PLACE }),
    group: ({ fields }) => ({ type: ['object', 'null'], properties: propertiesOf(fields) }),
    clone: ({ fields }) => ({
      type: ['object', 'null'],
      items: {
        type: 'object',
        properties: Object.fromEntries(
          fields.map((field) => {
            const { type, ...schema } = fieldSchema(field);
            return [field.name, { ...schema, type: (type as string[]).filter((name) => name !== 'null') }];
          }),
        ),
      },
    }),
    repeater: ({ fields, settings }) => ({
      type: ['array', 'null'],
      items: { type: 'object', properties: propertiesOf(fields) },
      ...limits(settings, ITEMS),
    }),
    flexible_content: ({ layouts, settings }) => ({
      type: ['array', 'null'],
      items: {
        oneOf: layouts.map(({ name, fields }) => ({
          type: 'object',
          properties: {
            acf_fc_layout: { type: 'string', required: true, pattern: `^${name}$` },
            ...propertiesOf(fields),
          },
        })),
      },
      ...limits(settings, ITEMS),
    }),
  }),
);

const text = { type: 'string' };
const PLACE: JsonRecord = {
  address: text,
  lat: { type: ['string', 'float'] },
  lng: { type: ['string', 'float'] },
  zoom: { type: ['string', 'int'] },
  place_id: text,
  name: text,
  street_number: { type: ['string', 'int'] },
  street_name: text,
  street_name_short: text,
  city: text,
  state: text,
  state_short: text,
  post_code: { type: ['string', 'int'] },
  country: text,
  country_short: text,
};

function maxLength({ settings }: PlacedField): JsonRecord {
  const length = settings.number('maxlength');
  return length ? { maxLength: length } : {};
}

export function fieldSchema(field: PlacedField): JsonRecord {
  return { ...(SCHEMAS.get(field.type) ?? TEXT)(field), required: field.settings.flag('required') };
}
