import {
  META_TYPES,
  type MetaDeclaration,
  type MetaObject,
  type MetaSchema,
  type MetaType,
} from '../../../content-model/index.js';
import { isMap, type JsonRecord, recordOf } from '../../../text/index.js';

/** Members of a schema that say nothing about values. */
const NOT_STORED = new Set(['title', 'default', 'context', 'arg_options']);
/** Checks that are made here too; a schema with any other is not imported, because less would be checked. */
const KEYWORDS = new Set([
  ...NOT_STORED,
  ...'description enum readonly minimum maximum minLength maxLength pattern minItems maxItems uniqueItems'.split(' '),
]);
const FORMATS = new Set(['date-time', 'email', 'ip', 'uri']);

/** Whose meta a schema describes. */
export interface MetaOwner {
  readonly object: MetaObject;
  readonly subtype?: string;
  /** An item as visitors get it; undefined if they got none. */
  readonly sample?: JsonRecord;
  /** What reading a key requires that visitors do not get. */
  readonly editors: string;
}

/**
 * Meta keys that a schema of the REST API shows, and those that cannot be served as they are registered. The schema is
 * that of an administrator: plugins take some keys out of what visitors get, so those that no visitor was seen to get are
 * for editors.
 */
export function importedMeta(
  { object, subtype, sample, editors }: MetaOwner,
  properties: JsonRecord,
): { meta: MetaDeclaration[]; omitted: string[] } {
  const isPublic = (key: string) => Object.hasOwn(recordOf(sample?.meta), key);
  const meta: MetaDeclaration[] = [];
  const omitted: string[] = [];
  for (const [key, value] of Object.entries(recordOf(recordOf(properties.meta).properties))) {
    const schema = recordOf(value);
    const isList = isListOfRows(schema);
    const shape = isList ? schema.items : schema;
    if (!isKnown(shape)) {
      omitted.push(key);
      continue;
    }
    meta.push({
      object,
      ...(subtype !== undefined && { subtype }),
      key,
      ...metaSchema(shape),
      ...(isList && { single: false }),
      ...(!isList && !isEmptyList(schema.default) && schema.default != null && { default: schema.default }),
      ...(!isPublic(key) && { read: editors }),
    });
  }
  return { meta, omitted };
}

/**
 * Opens the keys of items that no visitor was seen to get, since there are none or visitors may not list them, where
 * visitors get the same key of other types.
 */
export function withSharedKeys(
  meta: readonly MetaDeclaration[],
  isUnseen: (declaration: MetaDeclaration) => boolean,
): MetaDeclaration[] {
  const name = ({ object, key, type }: MetaDeclaration) => `${object} ${key} ${type}`;
  const shown = new Set(meta.filter(({ read }) => read === undefined).map(name));
  return meta.map((field) => {
    if (!isUnseen(field) || !shown.has(name(field))) return field;
    const { read: _editors, ...open } = field;
    return open;
  });
}

/** WordPress describes a key with a row for each value as a list whose items have the default of the key. */
function isListOfRows({ type, items, ...rest }: JsonRecord): boolean {
  return type === 'array' && isMap(items) && 'default' in items && !('default' in rest);
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/** Whether every part of a schema is understood. */
export function isKnown(value: unknown): boolean {
  const { type, format, items, properties, additionalProperties, ...rest } = recordOf(value);
  return (
    META_TYPES.includes(type as MetaType) &&
    (format === undefined || FORMATS.has(String(format))) &&
    Object.keys(rest).every((keyword) => KEYWORDS.has(keyword)) &&
    (items === undefined || isKnown(items)) &&
    (!isMap(additionalProperties) || isKnown(additionalProperties)) &&
    Object.values(recordOf(properties)).every(isKnown)
  );
}

/** A known schema without what its declaration does not have. */
export function metaSchema(value: unknown): MetaSchema {
  const { items, properties, additionalProperties, ...rest } = recordOf(value);
  return {
    ...(Object.fromEntries(
      Object.entries(rest).filter(([keyword, value]) => !NOT_STORED.has(keyword) && value !== ''),
    ) as unknown as MetaSchema),
    ...(items !== undefined && { items: metaSchema(items) }),
    ...(isMap(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, metaSchema(property)]),
      ),
    }),
    ...(isMap(additionalProperties) && { additionalProperties: metaSchema(additionalProperties) }),
    ...(typeof additionalProperties === 'boolean' && { additionalProperties }),
  };
}
