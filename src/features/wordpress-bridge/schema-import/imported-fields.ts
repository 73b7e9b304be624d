import {
  type ContentTypeDeclaration,
  FIELD_NAME,
  type FieldOwner,
  META_TYPES,
  type MetaObject,
  type MetaSchema,
  type MetaType,
  type TaxonomyDeclaration,
} from '../../../content-model/index.js';
import { OWN_MEMBERS } from '../../../modules/imported-schema/index.js';
import { isMap, type JsonRecord, recordOf, textOf, textsOf } from '../../../text/index.js';
import { isKnown, metaSchema } from './imported-meta.js';
import { type WordPressSchemas } from './wordpress-schemas.js';

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** A field that a plugin adds to the items of a route in PHP (`register_rest_field`). */
export interface ImportedField {
  /** The collection at WordPress that has the items. */
  readonly route: string;
  readonly object: MetaObject;
  readonly on: FieldOwner;
  readonly name: string;
  readonly schema: MetaSchema;
  readonly context?: readonly ('view' | 'edit' | 'embed')[];
}

type FieldSource = Pick<ImportedField, 'route' | 'object' | 'on'>;

/** WordPress's own routes whose items can have fields of plugins. */
const CORE_SOURCES: readonly FieldSource[] = [
  { route: '/wp/v2/posts', object: 'post', on: ['post'] },
  { route: '/wp/v2/pages', object: 'post', on: ['page'] },
  { route: '/wp/v2/media', object: 'post', on: ['attachment'] },
  { route: '/wp/v2/categories', object: 'term', on: { terms: ['category'] } },
  { route: '/wp/v2/tags', object: 'term', on: { terms: ['post_tag'] } },
  { route: '/wp/v2/users', object: 'user', on: 'users' },
  { route: '/wp/v2/comments', object: 'comment', on: 'comments' },
];

/** Further ones of single routes. */
const FURTHER_MEMBERS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    '/wp/v2/media',
    names(
      'alt_text caption media_type mime_type media_details post source_url missing_image_sizes filename filesize ' +
        'exif_orientation image_output_format image_save_progressive image_quality',
    ),
  ],
  [
    '/wp/v2/users',
    names(
      'username first_name last_name email url locale nickname registered_date roles capabilities extra_capabilities avatar_urls',
    ),
  ],
  ['/wp/v2/comments', names('author_email author_ip author_name author_url author_user_agent post author_avatar_urls')],
]);

/** Whether the items of a route may have such fields. `isOwn`: a route of a type or taxonomy that WordPress itself has. */
export function mayHaveFields(route: string, isOwn: boolean): boolean {
  return !isOwn || CORE_SOURCES.some((source) => source.route === route);
}

/**
 * The fields that plugins add to items, from the schemas, and from an item for those without a schema; and why others are not
 * served. Values are requested without an account, so only fields in the context `view` have any.
 */
export function importedFields(
  { taxonomies, items, samples }: Pick<WordPressSchemas, 'taxonomies' | 'items' | 'samples'>,
  imported: Readonly<Record<'types' | 'taxonomies', readonly (ContentTypeDeclaration | TaxonomyDeclaration)[]>>,
): { fields: ImportedField[]; omitted: string[] } {
  const bases = new Set(Object.values(taxonomies).map((taxonomy) => textOf(recordOf(taxonomy).rest_base)));
  const fields: ImportedField[] = [];
  const omitted: string[] = [];
  const sources: readonly FieldSource[] = [
    ...CORE_SOURCES,
    ...imported.types.map((type) => ({ route: routeOf(type), object: 'post' as const, on: [type.name] })),
    ...imported.taxonomies.map((taxonomy) => ({
      route: routeOf(taxonomy),
      object: 'term' as const,
      on: { terms: [taxonomy.name] },
    })),
  ];
  for (const source of sources) {
    const { route } = source;
    const schemas = items.get(route) ?? {};
    const further = FURTHER_MEMBERS.get(route);
    const isForeign = (name: string) => !OWN_MEMBERS.has(name) && !further?.has(name) && !bases.has(name);
    const names = new Set([...Object.keys(schemas), ...Object.keys(samples.get(route) ?? {})]);
    const missing: string[] = [];
    for (const name of [...names].filter((name) => isForeign(name) && !name.startsWith('_'))) {
      const { context, ...schema } = recordOf(schemas[name]);
      const contexts = textsOf(context).filter(
        (candidate) => candidate === 'view' || candidate === 'edit' || candidate === 'embed',
      );
      if (!FIELD_NAME.test(name) || (contexts.length > 0 && !contexts.includes('view'))) missing.push(name);
      else
        fields.push({
          ...source,
          name,
          schema: fieldSchema(schema),
          ...(contexts.length > 0 && { context: contexts as ImportedField['context'] }),
        });
    }
    if (missing.length > 0)
      omitted.push(`${route}: members of plugins that visitors do not get are missing: ${missing.join(', ')}.`);
  }
  return { fields, omitted };
}

function routeOf({ restNamespace, restBase }: ContentTypeDeclaration | TaxonomyDeclaration): string {
  return `/${restNamespace}/${String(restBase)}`;
}

const ANY_TYPE = [...META_TYPES, 'null'];

/** Values are passed on as they are, so what Nestpress does not know of a schema is left out. */
function fieldSchema(schema: JsonRecord): MetaSchema {
  if (isKnown(schema)) return metaSchema(schema);
  const types = [schema.type].flat().filter((type) => ANY_TYPE.includes(type as MetaType));
  const type = types.length === 0 ? ANY_TYPE : types.length === 1 ? types[0] : types;
  const properties = Object.entries(isMap(schema.properties) ? schema.properties : {});
  return {
    type: type as MetaType,
    ...(textOf(schema.description) !== '' && { description: textOf(schema.description) }),
    ...(properties.length > 0 && {
      properties: Object.fromEntries(properties.map(([name, property]) => [name, fieldSchema(recordOf(property))])),
    }),
  };
}
