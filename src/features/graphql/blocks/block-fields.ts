import { type BlockAttribute, type BlockTypeData } from '../../../rendering/blocks/index.js';
import { camelCase } from '../model/names.js';

/** `core/list-item` as `CoreListItem`. */
export function blockTypeName(name: string): string {
  const camel = camelCase(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}

const classOf = (selector: string): BlockAttribute => ({
  type: 'string',
  source: 'attribute',
  selector,
  attribute: 'class',
});

/** What the schema has of blocks besides their attributes: the classes that they are rendered with. */
const RENDERED: ReadonlyMap<string, Readonly<Record<string, BlockAttribute>>> = new Map(
  Object.entries<Readonly<Record<string, BlockAttribute>>>({
    'core/button': { cssClassName: classOf('div'), linkClassName: classOf('a') },
    'core/buttons': { cssClassName: classOf('div') },
    'core/code': { cssClassName: classOf('pre') },
    'core/column': { cssClassName: classOf('div') },
    'core/columns': { cssClassName: classOf('div') },
    'core/group': { cssClassName: classOf('*') },
    'core/heading': { cssClassName: classOf('h1,h2,h3,h4,h5,h6') },
    'core/image': {
      cssClassName: classOf('figure'),
      src: { type: 'string', source: 'attribute', selector: 'img', attribute: 'src' },
    },
    'core/list': { cssClassName: classOf('ul,ol') },
    'core/paragraph': { cssClassName: classOf('p') },
    'core/quote': { cssClassName: classOf('blockquote') },
    'core/separator': { cssClassName: classOf('hr') },
  }),
);

const SCALARS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    string: 'String',
    'rich-text': 'String',
    boolean: 'Boolean',
    number: 'Float',
    integer: 'Int',
    object: 'BlockAttributesObject',
  }),
);

/** An attribute of a block as a field. */
export interface AttributeField {
  readonly field: string;
  /** Name of the block. */
  readonly name: string;
  readonly attribute: BlockAttribute;
  /** Type of the field; text of further types that it needs. */
  readonly type: string;
  readonly definitions: string;
  readonly members?: readonly AttributeField[];
}

/** Types with the attributes of all blocks, those that are only rendered included. */
export function withRendered(type: BlockTypeData): BlockTypeData {
  return { ...type, attributes: { ...type.attributes, ...RENDERED.get(type.name) } };
}

/** The fields of a type of attributes. Attributes of more than one type have none. */
export function attributeFields(
  typeName: string,
  attributes: Readonly<Record<string, BlockAttribute>>,
): AttributeField[] {
  const fields = new Map<string, AttributeField>();
  for (const [name, attribute] of Object.entries(attributes)) {
    const field = camelCase(name);
    const found = /^[A-Za-z_]/.test(field) && fieldOf(typeName, field, attribute);
    if (found && !fields.has(field)) fields.set(field, { field, name, attribute, ...found });
  }
  return [...fields.values()];
}

function fieldOf(typeName: string, field: string, attribute: BlockAttribute) {
  const { type = 'string', items, query } = attribute;
  const mark = attribute.default === undefined || attribute.default === null ? '' : '!';
  if (typeof type !== 'string') return undefined;
  if (type !== 'array') {
    const scalar = SCALARS.get(type);
    return scalar === undefined ? undefined : { type: `${scalar}${mark}`, definitions: '' };
  }
  if (query) {
    const name = `${typeName}${field.charAt(0).toUpperCase()}${field.slice(1)}`;
    const members = attributeFields(name, query);
    if (members.length === 0) return undefined;
    return { type: `[${name}]${mark}`, definitions: objectType(name, members), members };
  }
  const listed = items && SCALARS.get(items.type);
  return { type: listed === undefined ? `BlockAttributesArray${mark}` : `[${listed}]${mark}`, definitions: '' };
}

/** The text of a type with fields for attributes, and of those that it needs. */
export function objectType(name: string, fields: readonly AttributeField[], implemented = ''): string {
  const lines = fields.map(({ field, type }) => `${field}: ${type}`).join('\n');
  return `type ${name} ${implemented} { ${lines} }\n${fields.map(({ definitions }) => definitions).join('\n')}`;
}

/** The values of fields; what an attribute may not be is its default. */
export function fieldValues(
  fields: readonly AttributeField[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ field, name, attribute, members }) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return [field, fitting(attribute, value, members) ?? fitting(attribute, attribute.default, members) ?? null];
    }),
  );
}

function fitting(attribute: BlockAttribute, value: unknown, members?: readonly AttributeField[]): unknown {
  const { type = 'string', items, source } = attribute;
  if (value === undefined || value === null) return source === 'rich-text' ? '' : undefined;
  switch (type) {
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    case 'integer':
      return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31 ? value : undefined;
    case 'object':
      return typeof value === 'object' ? value : undefined;
    case 'array': {
      if (!Array.isArray(value)) return undefined;
      if (members) return value.map((item) => fieldValues(members, item as Record<string, unknown>));
      if (!items) return value;
      return value.map((item) => fitting({ type: items.type }, item)).filter((item) => item !== undefined);
    }
    default:
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : undefined;
  }
}
