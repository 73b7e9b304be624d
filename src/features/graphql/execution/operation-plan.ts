import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getArgumentValues,
  getDirectiveValues,
  getNullableType,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLSkipDirective,
  GraphQLString,
  GraphQLID,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  typeFromAST,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import { type GraphContext } from '../context/graph-context.js';
import { assertWithinArgumentLimits } from './document-limits.js';

export type Variables = Readonly<Record<string, unknown>>;

/** How the value of a field becomes a part of the response. */
export interface Shape {
  readonly kind: 'text' | 'leaf' | 'list' | 'abstract' | 'object';
  readonly isNullable: boolean;
  readonly type: GraphQLOutputType;
  /** Shape of the items of a list. */
  readonly item?: Shape;
}

/** A field of a selection on one type: what does not depend on the node that is resolved. */
export interface FieldPlan {
  /** In the response. */
  readonly name: string;
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
  readonly resolve?: GraphQLField<unknown, GraphContext>['resolve'];
  readonly args: Record<string, unknown>;
  /** Why the arguments cannot be read. */
  readonly error?: unknown;
  readonly info: GraphQLResolveInfo;
  readonly shape: Shape;
  /** By the type of the value, as they are needed. */
  readonly children: Map<GraphQLObjectType, readonly FieldPlan[]>;
}

type Groups = Map<string, [FieldNode, ...FieldNode[]]>;

/** The fields of an operation by type, with arguments that are read once instead of for each node. */
export class OperationPlan {
  private readonly fragments = new Map<string, FragmentDefinitionNode>();
  private rootFields?: readonly FieldPlan[];
  private planned = 0;
  private readonly namedFragments: Record<string, FragmentDefinitionNode>;

  constructor(
    readonly schema: GraphQLSchema,
    document: DocumentNode,
    readonly operation: OperationDefinitionNode,
    private readonly variables: Variables,
    /** Of the cache; undefined if it is not stored. */
    readonly key?: string,
  ) {
    for (const definition of document.definitions)
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.fragments.set(definition.name.value, definition);
    this.namedFragments = Object.fromEntries(this.fragments);
  }

  /** How many fields were planned so far. Fragments multiply them, so the text does not say how large a plan becomes. */
  get size(): number {
    return this.planned;
  }

  root(type: GraphQLObjectType): readonly FieldPlan[] {
    return (this.rootFields ??= this.fields(type, [this.operation.selectionSet]));
  }

  children(field: FieldPlan, type: GraphQLObjectType): readonly FieldPlan[] {
    let fields = field.children.get(type);
    if (!fields) {
      const sets = field.nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      field.children.set(type, (fields = this.fields(type, sets)));
    }
    return fields;
  }

  private fields(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): FieldPlan[] {
    const groups: Groups = new Map();
    const passed = new Set<string>();
    for (const set of sets) this.collect(type, set, groups, passed);
    return [...groups].flatMap(([name, nodes]) => this.field(type, name, nodes) ?? []);
  }

  private collect(
    type: GraphQLObjectType,
    { selections }: SelectionSetNode,
    groups: Groups,
    passed: Set<string>,
  ): void {
    for (const selection of selections) {
      if (!this.isIncluded(selection)) continue;
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const group = groups.get(name);
        if (group) group.push(selection);
        else groups.set(name, [selection]);
        continue;
      }
      let part: Pick<FragmentDefinitionNode, 'selectionSet'> & Partial<FragmentDefinitionNode> = selection as never;
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = this.fragments.get(selection.name.value);
        if (!fragment || passed.has(selection.name.value)) continue;
        passed.add(selection.name.value);
        part = fragment;
      }
      if (this.applies(part.typeCondition, type)) this.collect(type, part.selectionSet, groups, passed);
    }
  }

  private isIncluded(selection: SelectionNode): boolean {
    if (!selection.directives?.length) return true;
    if (getDirectiveValues(GraphQLSkipDirective, selection, this.variables)?.if === true) return false;
    return getDirectiveValues(GraphQLIncludeDirective, selection, this.variables)?.if !== false;
  }

  private applies(condition: FragmentDefinitionNode['typeCondition'] | undefined, type: GraphQLObjectType): boolean {
    if (!condition) return true;
    const on = typeFromAST(this.schema, condition);
    return on === type || (isAbstractType(on) && this.schema.isSubType(on, type));
  }

  private field(parentType: GraphQLObjectType, name: string, nodes: FieldPlan['nodes']): FieldPlan | undefined {
    const fieldName = nodes[0].name.value;
    const definition = this.definition(parentType, fieldName);
    if (!definition) return undefined;
    this.planned++;
    let args: Record<string, unknown> = {};
    let error: unknown;
    try {
      args = getArgumentValues(definition, nodes[0], this.variables);
      assertWithinArgumentLimits(args, { isMutation: this.operation.operation === OperationTypeNode.MUTATION });
    } catch (thrown) {
      error = thrown;
    }
    return {
      ...{ name, nodes, args, error },
      resolve: definition.resolve as FieldPlan['resolve'],
      info: {
        ...{ fieldName, fieldNodes: nodes, parentType, schema: this.schema, operation: this.operation },
        returnType: definition.type,
        path: { prev: undefined, key: name, typename: parentType.name },
        fragments: this.namedFragments,
        rootValue: undefined,
        variableValues: this.variables,
      },
      shape: shapeOf(definition.type),
      children: new Map(),
    };
  }

  private definition(type: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> | undefined {
    if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef;
    if (type === this.schema.getQueryType()) {
      if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
      if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
    }
    return type.getFields()[name];
  }
}

const shapes = new WeakMap<GraphQLOutputType, Shape>();

function shapeOf(type: GraphQLOutputType): Shape {
  let shape = shapes.get(type);
  if (!shape) shapes.set(type, (shape = newShape(type)));
  return shape;
}

function newShape(type: GraphQLOutputType): Shape {
  const isNullable = !isNonNullType(type);
  const nullable = getNullableType(type) as GraphQLOutputType;
  if (isListType(nullable))
    return { kind: 'list', isNullable, type: nullable, item: shapeOf(nullable.ofType as GraphQLOutputType) };
  const kind = isLeafType(nullable) ? kindOfLeaf(nullable) : isAbstractType(nullable) ? 'abstract' : 'object';
  return { kind, isNullable, type: nullable };
}

/** Texts are serialized as they are. */
const kindOfLeaf = (type: GraphQLLeafType) => (type === GraphQLString || type === GraphQLID ? 'text' : 'leaf');
