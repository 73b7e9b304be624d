import { Logger } from '@nestjs/common';
import { type ContentModel, type MetaObject, type MetaSchema } from '../../../content-model/index.js';
import { shownMeta, type StoredMeta } from '../../../modules/meta/index.js';
import { isMap } from '../../../text/index.js';
import { type GraphContext } from '../context/graph-context.js';
import { BatchLoader } from '../model/batch-loader.js';
import { type MaybeLater } from '../model/later.js';
import { camelCase, capitalize, type GraphContent } from '../model/names.js';
import { EntryNode } from '../nodes/entry-node.js';
import { entryNode, termById, userNode } from '../nodes/find-nodes.js';
import { type SchemaText } from './schema-text.js';

type Field = ReturnType<ContentModel['metaOf']>[number];
/** A value as the REST API has it, as its field in the schema has it. */
type Convert = (value: unknown, ctx: GraphContext) => MaybeLater<unknown>;

interface Shape {
  readonly type: string;
  readonly convert: Convert;
}

const MAX_PER_QUERY = 500;
const FIELD_NAME = /^(?!__)[A-Za-z_]\w*$/;
const SCALARS = { string: 'String', integer: 'Int', number: 'Float', boolean: 'Boolean' } as const;

/** Meta that is declared with `graphql`, as fields of the types whose objects have it. */
export class MetaTypes {
  private readonly logger = new Logger('GraphQL');
  private readonly fields: Readonly<Record<MetaObject, Field[]>> = { post: [], term: [], user: [], comment: [] };

  constructor(
    private readonly text: SchemaText,
    private readonly content: GraphContent,
  ) {}

  define(): void {
    const { types, taxonomies } = this.content;
    for (const { type, definition } of types)
      if (definition.supports.includes('custom-fields')) this.fieldsOf(type, 'post', definition.name);
    for (const { type, definition } of taxonomies) this.fieldsOf(type, 'term', definition.name);
    this.fieldsOf('User', 'user');
    this.fieldsOf('Comment', 'comment');
  }

  private fieldsOf(type: string, object: MetaObject, subtype?: string): void {
    for (const field of this.content.model.metaOf(object, subtype)) {
      const { graphql, name, read } = field;
      if (graphql === false) continue;
      const fieldName = graphql === true ? camelCase(name) : graphql;
      if (!FIELD_NAME.test(fieldName) || this.text.hasField(type, fieldName)) {
        this.logger.warn(
          `Meta "${name}" is not in the schema of GraphQL: "${fieldName}" is not a name of a field, or ${type} has it already. Name another in "graphql".`,
        );
        continue;
      }
      const { schema, single } = field;
      this.fields[object].push(field);
      const itemShape = this.shapeOf(schema, type + capitalize(fieldName));
      const shape = single ? itemShape : listOf(itemShape);
      this.text.field(type, `${fieldName}: ${shape.type}`, async (node: Owner, _args, ctx) => {
        if (read !== undefined && !ctx.can(read)) return null;
        const owner = ownerOf(node, field);
        if (owner === undefined) return null;
        const stored = await this.valuesOf(ctx, object).get(owner);
        return shape.convert((shownMeta([field], stored) as Record<string, unknown>)[name], ctx);
      });
    }
  }

  /** The values of all nodes of a level, whatever their types, in one statement. */
  private valuesOf(ctx: GraphContext, object: MetaObject): BatchLoader<number, StoredMeta> {
    return ctx.once(
      `meta of ${object}`,
      () =>
        new BatchLoader<number, StoredMeta>(
          (ids) => ctx.services.meta.load(object, ids, this.fields[object]),
          MAX_PER_QUERY,
        ),
    );
  }

  /** `parent`: what the names of types inside begin with. */
  private shapeOf(schema: MetaSchema, parent: string): Shape {
    const target = schema.relation?.to ?? (schema.media && 'attachment');
    const node = target !== undefined && schema.type === 'integer' ? this.nodeShape(target) : undefined;
    if (node) return node;
    switch (schema.type) {
      case 'array': {
        if (schema.layouts) return listOf(this.layoutsShape(schema.layouts, parent));
        const { items } = schema;
        if (!items) return AS_JSON;
        // What a list of IDs leads to is declared for the list.
        const { relation = schema.relation, media = schema.media } = items;
        return listOf(this.shapeOf({ ...items, ...(relation && { relation }), ...(media && { media }) }, parent));
      }
      case 'object':
        return this.objectShape(schema.properties ?? {}, parent) ?? AS_JSON;
      default:
        return { type: SCALARS[schema.type], convert: (value) => value ?? null };
    }
  }

  /** What an ID leads to, if the schema has it. */
  private nodeShape(to: string): Shape | undefined {
    const entries = this.content.type(to);
    if (entries)
      return {
        type: entries.type,
        convert: async (id, ctx) => {
          const found = await entryNode(ctx, Number(id));
          return found?.entry.type === to ? found : null;
        },
      };
    const terms = this.content.taxonomy(to);
    if (terms)
      return {
        type: terms.type,
        convert: async (id, ctx) => {
          const found = await termById(ctx, Number(id));
          return found?.taxonomyName === to ? found : null;
        },
      };
    return to === 'user' ? { type: 'User', convert: (id, ctx) => userNode(ctx, Number(id)) ?? null } : undefined;
  }

  /** A type with a field for each property; undefined if it has none that can be named. */
  private objectShape(
    properties: Readonly<Record<string, MetaSchema>>,
    type: string,
    more: readonly string[] = [],
  ): Shape | undefined {
    const fields = new Map<string, { readonly property: string; readonly shape: Shape }>();
    for (const [property, schema] of Object.entries(properties)) {
      const name = camelCase(property);
      if (FIELD_NAME.test(name) && !fields.has(name) && !more.includes(name))
        fields.set(name, { property, shape: this.shapeOf(schema, type + capitalize(name)) });
    }
    if (fields.size === 0 && more.length === 0) return undefined;
    this.text.once(
      type,
      () =>
        `type ${type} { ${[...more.map((name) => `${name}: String`), ...[...fields].map(([name, { shape }]) => `${name}: ${shape.type}`)].join('\n')} }`,
    );
    for (const [name, { property, shape }] of fields)
      this.text.field(type, `${name}: ${shape.type}`, (value: Readonly<Record<string, unknown>>, _args, ctx) =>
        shape.convert(value[property] ?? null, ctx),
      );
    return { type, convert: (value) => (isMap(value) ? { ...value, __typename: type } : null) };
  }

  /** One of several types, by the layout of an object. */
  private layoutsShape(layouts: NonNullable<MetaSchema['layouts']>, parent: string): Shape {
    const shapes = new Map(
      Object.entries(layouts).map(([name, { fields }]) => [
        name,
        this.objectShape(fields, `${parent}${capitalize(camelCase(name))}Layout`, ['layout'])!,
      ]),
    );
    const type = this.text.once(
      `${parent}Layout`,
      () => `union ${parent}Layout = ${[...shapes.values()].map((shape) => shape.type).join(' | ')}`,
    );
    return {
      type,
      convert: (value, ctx) => (isMap(value) ? (shapes.get(String(value.layout))?.convert(value, ctx) ?? null) : null),
    };
  }
}

/** Values without declared members. */
const AS_JSON: Shape = {
  type: 'String',
  convert: (value) => (value === null || value === undefined ? null : JSON.stringify(value)),
};

/** Nodes that do not exist for the requester are not in lists. */
function listOf(item: Shape): Shape {
  return {
    type: `[${item.type}]`,
    convert: async (values, ctx) => {
      if (!Array.isArray(values)) return null;
      const all = await Promise.all(values.map((value) => item.convert(value, ctx)));
      return all.filter((value) => value !== null && value !== undefined);
    },
  };
}

type Owner = EntryNode | { readonly databaseId: number };

/** Whose row has the value; undefined where it is not shown. A password protects texts only, as in the REST API. */
function ownerOf(node: Owner, { revisions }: Field): number | undefined {
  if (!(node instanceof EntryNode)) return node.databaseId;
  const { entry, isRestricted, parentEntry } = node;
  if (isRestricted && (parentEntry ?? entry).status !== 'publish') return undefined;
  return parentEntry && !revisions ? parentEntry.id : node.databaseId;
}
