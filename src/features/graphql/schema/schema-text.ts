import {
  assertValidSchema,
  buildASTSchema,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type NamedTypeNode,
  parse,
} from 'graphql';
import { type GraphContext } from '../context/graph-context.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- sources and arguments have the types that the schema says.
export type Resolve = GraphQLFieldResolver<any, GraphContext, any>;

/** The events of a subscription. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- arguments have the types that the schema says.
export type Subscribe = (source: unknown, args: any, ctx: GraphContext) => AsyncIterable<unknown>;

/** Arguments of connections. */
export const PAGING = 'first: Int, last: Int, after: String, before: String';

/** A list of nodes that are connected with a type. */
export interface ConnectionDeclaration {
  readonly from: string;
  readonly field: string;
  readonly to: string;
  /** The middle of the names of its types, if it is not that of the type. */
  readonly name?: string;
  /** Fields of its argument `where`. */
  readonly where?: string;
  /** Whether the nodes of all pages can be counted, which WPGraphQL cannot. */
  readonly isCounted?: boolean;
  readonly resolve: Resolve;
}

/** A connected node. */
export interface OneToOneDeclaration {
  readonly from: string;
  readonly field: string;
  readonly to: string;
  readonly name?: string;
  /** Fields of its edge. */
  readonly edge?: string;
  readonly where?: string;
  readonly resolve: Resolve;
}

type FieldsDefinition = Extract<DefinitionNode, { kind: Kind.OBJECT_TYPE_DEFINITION | Kind.INTERFACE_TYPE_DEFINITION }>;

const hasFields = (node: DefinitionNode): node is FieldsDefinition =>
  node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_DEFINITION;

/** The name of the field that a declaration begins with. */
const nameOf = (declaration: string) => /^\w+/.exec(declaration)![0];

/** Lists of filters may have nulls, which name nothing. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutNulls(item)]));
}

/**
 * Collects the definitions of a schema as text, with the resolvers of their fields. A type has the fields of its interfaces without
 * naming them, and their resolvers.
 */
export class SchemaText {
  private readonly texts: string[] = [];
  private readonly fields = new Map<string, string[]>();
  private readonly interfaces = new Map<string, string[]>();
  private readonly resolvers = new Map<string, Resolve>();
  private readonly subscriptions = new Map<string, Subscribe>();
  private readonly defined = new Set<string>();
  private existing?: ReadonlyMap<string, ReadonlySet<string>>;

  /** Definitions; those of a name that is there already are left out. */
  define(text: string): this {
    this.texts.push(text);
    return this;
  }

  /** Names of all types so far. */
  get typeNames(): Set<string> {
    const names = this.texts.flatMap((text) => [
      ...text.matchAll(/^\s*(?:type|interface|enum|union|input|scalar) (\w+)/gm),
    ]);
    return new Set(names.map(([, name]) => name!));
  }

  /** Whether a type has the field, by itself or from an interface. What is defined by the first call is read then. */
  hasField(type: string, name: string): boolean {
    this.existing ??= new Map(
      this.document()
        .definitions.filter(hasFields)
        .map((node) => [node.name.value, new Set((node.fields ?? []).map((field) => field.name.value))]),
    );
    const isAdded = this.fields.get(type)?.some((declaration) => nameOf(declaration) === name);
    return isAdded === true || this.existing.get(type)?.has(name) === true;
  }

  /** A definition that several parts of the schema need. */
  once(name: string, text: () => string): string {
    if (!this.defined.has(name)) {
      this.defined.add(name);
      this.texts.push(text());
    }
    return name;
  }

  /** Adds a field to a type or an interface. */
  field(type: string, declaration: string, resolve?: Resolve): this {
    const list = this.fields.get(type);
    if (list) list.push(declaration);
    else this.fields.set(type, [declaration]);
    if (resolve) this.resolvers.set(`${type}.${nameOf(declaration)}`, resolve);
    return this;
  }

  /** Adds a field to the root of subscriptions; each event is its value. */
  subscription(declaration: string, subscribe: Subscribe): this {
    this.once('RootSubscription', () => 'type RootSubscription\nextend schema { subscription: RootSubscription }');
    this.subscriptions.set(nameOf(declaration), subscribe);
    return this.field('RootSubscription', declaration, (event) => event as unknown);
  }

  /** Adds an interface to a type. */
  implement(type: string, name: string): this {
    const list = this.interfaces.get(type);
    if (list) list.push(name);
    else this.interfaces.set(type, [name]);
    return this;
  }

  enumOf(name: string, values: readonly string[]): this {
    return this.define(`enum ${name} { ${[...new Set(values)].join(' ')} }`);
  }

  /** `first`, `last`, `after`, `before`, and `where` if it has fields. */
  connection({ from, field, to, name = to, where, isCounted, resolve }: ConnectionDeclaration): this {
    const base = `${from}To${name}Connection`;
    const common = this.connectionInterfaces(to);
    this.once(
      base,
      () =>
        `type ${base} implements Connection & ${common} { edges: [${base}Edge!]! nodes: [${to}!]! pageInfo: ${base}PageInfo! ${isCounted ? 'totalCount: Int' : ''} }
         type ${base}Edge implements Edge & ${common}Edge { cursor: String node: ${to}! }
         type ${base}PageInfo implements PageInfo & WPPageInfo & ${common}PageInfo { hasNextPage: Boolean! }
         ${where === undefined ? '' : `input ${base}WhereArgs { ${where} }`}`,
    );
    const filter = where === undefined ? '' : `, where: ${base}WhereArgs`;
    const filtered = new WeakMap<object, object>();
    const withFilter: Resolve = (source, args: { readonly where?: unknown }, ctx, info) => {
      if (!args.where) return resolve(source, args, ctx, info);
      // Nodes of one field have the same arguments.
      if (!filtered.has(args)) filtered.set(args, { ...args, where: withoutNulls(args.where) });
      return resolve(source, filtered.get(args), ctx, info);
    };
    return this.field(from, `${field}(${PAGING}${filter}): ${base}`, where === undefined ? resolve : withFilter);
  }

  oneToOne({ from, field, to, name = to, edge = '', where, resolve }: OneToOneDeclaration): this {
    const base = `${from}To${name}Connection`;
    const common = this.connectionInterfaces(to);
    this.once(
      `${base}Edge`,
      () =>
        `type ${base}Edge implements Edge & OneToOneConnection & ${common}Edge { cursor: String node: ${to}! ${edge} }
         ${where === undefined ? '' : `input ${base}WhereArgs { ${where} }`}`,
    );
    const filter = where === undefined ? '' : `(where: ${base}WhereArgs)`;
    return this.field(from, `${field}${filter}: ${base}Edge`, resolve);
  }

  private connectionInterfaces(to: string): string {
    return this.once(
      `${to}Connection`,
      () =>
        `interface ${to}Connection implements Connection { edges: [${to}ConnectionEdge!]! nodes: [${to}!]! pageInfo: ${to}ConnectionPageInfo! }
         interface ${to}ConnectionEdge implements Edge { cursor: String node: ${to}! }
         interface ${to}ConnectionPageInfo implements PageInfo & WPPageInfo { hasNextPage: Boolean! }`,
    );
  }

  build(): GraphQLSchema {
    const schema = buildASTSchema(this.document(), { assumeValidSDL: true });
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type)) continue;
      const sources = [type.name, ...type.getInterfaces().map(({ name }) => name)];
      for (const field of Object.values(type.getFields())) {
        const resolve = sources
          .map((name) => this.resolvers.get(`${name}.${field.name}`))
          .find((found) => found !== undefined);
        if (resolve) field.resolve = resolve;
        const subscribe = type.name === 'RootSubscription' ? this.subscriptions.get(field.name) : undefined;
        if (subscribe) field.subscribe = subscribe as typeof field.subscribe;
      }
    }
    // Otherwise the first document would be checked against it.
    assertValidSchema(schema);
    return schema;
  }

  private document(): DocumentNode {
    const parsed = parse(this.texts.join('\n'), { noLocation: true }).definitions.map((node) => this.withAdded(node));
    const byName = new Map(parsed.filter(hasFields).map((node) => [node.name.value, node]));
    const merged = new Map<string, FieldsDefinition>();
    const complete = (node: FieldsDefinition): FieldsDefinition => {
      const name = node.name.value;
      const existing = merged.get(name);
      if (existing) return existing;
      const above = (node.interfaces ?? []).flatMap((named) => {
        const declared = byName.get(named.name.value);
        return declared ? [complete(declared)] : [];
      });
      const fields = new Map<string, FieldDefinitionNode>();
      const interfaces = new Map<string, NamedTypeNode>();
      for (const parent of above) {
        for (const field of parent.fields ?? []) fields.set(field.name.value, field);
        for (const inherited of parent.interfaces ?? []) interfaces.set(inherited.name.value, inherited);
      }
      for (const field of node.fields ?? []) fields.set(field.name.value, field);
      for (const own of node.interfaces ?? []) interfaces.set(own.name.value, own);
      const result = { ...node, fields: [...fields.values()], interfaces: [...interfaces.values()] };
      merged.set(name, result);
      return result;
    };
    return { kind: Kind.DOCUMENT, definitions: parsed.map((node) => (hasFields(node) ? complete(node) : node)) };
  }

  /** The definition with the fields and interfaces that were added to it. */
  private withAdded(node: DefinitionNode): DefinitionNode {
    if (!hasFields(node)) return node;
    const name = node.name.value;
    const fields = this.fields.get(name) ?? [];
    const interfaces = this.interfaces.get(name) ?? [];
    if (fields.length === 0 && interfaces.length === 0) return node;
    const header = interfaces.length > 0 ? ` implements ${interfaces.join(' & ')}` : '';
    const body = fields.length > 0 ? ` { ${fields.join('\n')} }` : '';
    const added = parse(`type Added${header}${body}`, { noLocation: true }).definitions[0] as FieldsDefinition;
    return {
      ...node,
      fields: [...(node.fields ?? []), ...(added.fields ?? [])],
      interfaces: [...(node.interfaces ?? []), ...(added.interfaces ?? [])],
    };
  }
}
