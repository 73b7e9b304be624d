import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  OverlappingFieldsCanBeMergedRule,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { MAX_ITEMS, MAX_SEARCH_LENGTH } from '../../../rest/budget.js';
import { type GraphqlConfig } from '../graphql.config.js';

type Limits = Pick<GraphqlConfig, 'maxDepth' | 'maxCost' | 'maxFields' | 'maxAliases'>;

const DEFAULT_SIZE = 10;
const MAX_SIZE = 100;
/** Counting stops here, whatever fragments multiply to. It takes a few milliseconds. */
const MAX_VISITED = 50_000;
/**
 * Pairs of fields with one name, and of fragments, that validation compares: it compares all that may meet in the response. The documents of gatsby-source-wordpress have 9,300 pairs, those of types that exclude
 * each other included.
 */
const MAX_PAIRS = 20_000;
const MAX_COMPARED_FRAGMENTS = 20_000;
/** As in a batch of the REST API. */
const MAX_MUTATIONS = 25;

export const tooLarge = (message: string) => new GraphQLError(message, { extensions: { code: 'DOCUMENT_TOO_LARGE' } });

/** What the text alone says: nothing deeper or wider is validated, which costs more than reading it. */
export function assertWithinDocumentLimits(document: DocumentNode, { maxFields, maxDepth, maxAliases }: Limits): void {
  let fields = 0;
  let aliases = 0;
  let pairs = 0;
  const visit = ({ selections }: SelectionSetNode, depth: number, names: Map<string, number>): void => {
    if (depth > maxDepth)
      throw tooLarge(
        `Fields are nested more than ${maxDepth} levels deep. Ask for less in one document, or raise GRAPHQL_MAX_DEPTH.`,
      );
    for (const selection of selections) {
      if (++fields > maxFields)
        throw tooLarge(`The document has more than ${maxFields} fields. Split it, or raise GRAPHQL_MAX_FIELDS.`);
      if (selection.kind === Kind.FIELD && selection.alias && ++aliases > maxAliases)
        throw tooLarge(`The document has more than ${maxAliases} aliases. Split it, or raise GRAPHQL_MAX_ALIASES.`);
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const sameName = names.get(name) ?? 0;
        names.set(name, sameName + 1);
        pairs += sameName;
        if (pairs > MAX_PAIRS) throw tooLarge('The document asks for the same fields too often. Ask once for each.');
        if (selection.selectionSet) visit(selection.selectionSet, depth + 1, new Map());
      } else if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet, depth, names);
    }
  };
  for (const definition of document.definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION || definition.kind === Kind.FRAGMENT_DEFINITION)
      visit(definition.selectionSet, 1, new Map());
}

/** The rule whose comparisons multiply, as long as it compares few fragments. */
export const BoundedOverlaps: ValidationRule = (context) => {
  let compared = 0;
  const getFragment = (name: string) => {
    if (++compared > MAX_COMPARED_FRAGMENTS)
      throw tooLarge('The document spreads too many fragments in one place. Merge some of them, or split it.');
    return context.getFragment(name);
  };
  return OverlappingFieldsCanBeMergedRule(
    Object.create(context, { getFragment: { value: getFragment } }) as ValidationContext,
  );
};

/** Limits that follow fragments and count what connections may return. */
export function limitErrors(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  { maxDepth, maxCost, maxFields }: Limits,
): GraphQLError[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  const connections = new Connections(fragments);
  const count = { fields: 0, visited: 0, cost: 0, depth: 0, roots: 0 };
  const visit = ({ selections }: SelectionSetNode, depth: number, factor: number): void => {
    count.depth = Math.max(count.depth, depth);
    for (const selection of selections) {
      if (++count.visited > MAX_VISITED || count.depth > maxDepth || count.cost > maxCost || count.fields > maxFields)
        return;
      if (selection.kind === Kind.FIELD) {
        if (selection.name.value.startsWith('__')) continue;
        count.fields++;
        if (depth === 1) count.roots++;
        const size = sizeOf(selection, connections, variables, operation);
        if (size > 1) count.cost += factor * size;
        if (selection.selectionSet) visit(selection.selectionSet, depth + 1, factor * size);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet, depth, factor);
      else {
        const fragment = fragments.get(selection.name.value);
        if (fragment) visit(fragment.selectionSet, depth, factor);
      }
    }
  };
  visit(operation.selectionSet, 1, 1);
  if (operation.operation === OperationTypeNode.MUTATION && count.roots > MAX_MUTATIONS)
    return [tooLarge(`An operation may have up to ${MAX_MUTATIONS} mutations; this one has more. Split it.`)];
  if (count.depth > maxDepth)
    return [
      tooLarge(
        `Fields are nested more than ${maxDepth} levels deep. Ask for less in one document, or raise GRAPHQL_MAX_DEPTH.`,
      ),
    ];
  if (count.fields > maxFields || count.visited > MAX_VISITED)
    return [
      tooLarge(
        `The operation has more than ${maxFields} fields, fragments included. Split it, or raise GRAPHQL_MAX_FIELDS.`,
      ),
    ];
  if (count.cost > maxCost)
    return [
      tooLarge(
        `The connections of the operation may return more than ${maxCost} nodes. Ask for fewer with \`first\`, or raise GRAPHQL_MAX_COST.`,
      ),
    ];
  return [];
}

/** Those of the REST API: longer lists and texts are not what a database can search for. Contents of mutations may be long. */
export function assertWithinArgumentLimits(value: unknown, { isMutation }: { isMutation: boolean }): void {
  if (typeof value === 'string' && !isMutation && value.length > MAX_SEARCH_LENGTH)
    throw tooLarge(`A text among the arguments has more than ${MAX_SEARCH_LENGTH} characters. Shorten it.`);
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) && value.length > MAX_ITEMS)
    throw tooLarge(`A list among the arguments has more than ${MAX_ITEMS} items. Send it in parts.`);
  for (const item of Object.values(value)) assertWithinArgumentLimits(item, { isMutation });
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** Selections whose fields `nodes` or `edges` make a connection, by themselves or in fragments. */
class Connections {
  private readonly found = new Map<SelectionSetNode, boolean>();

  constructor(private readonly fragments: Fragments) {}

  has(set: SelectionSetNode): boolean {
    let is = this.found.get(set);
    if (is === undefined) {
      // Fragments that include themselves are refused elsewhere.
      this.found.set(set, false);
      is = set.selections.some((selection) => {
        if (selection.kind === Kind.FIELD) return selection.name.value === 'nodes' || selection.name.value === 'edges';
        if (selection.kind === Kind.INLINE_FRAGMENT) return this.has(selection.selectionSet);
        const fragment = this.fragments.get(selection.name.value);
        return fragment !== undefined && this.has(fragment.selectionSet);
      });
      this.found.set(set, is);
    }
    return is;
  }
}

/** How many nodes a field may return: a connection is recognized by its fields. */
function sizeOf(
  field: FieldNode,
  connections: Connections,
  variables: Readonly<Record<string, unknown>>,
  operation: OperationDefinitionNode,
): number {
  if (!field.selectionSet || !connections.has(field.selectionSet)) return 1;
  for (const { name, value } of field.arguments ?? []) {
    if (name.value !== 'first' && name.value !== 'last') continue;
    const number =
      value.kind === Kind.INT
        ? Number(value.value)
        : value.kind === Kind.VARIABLE
          ? (variables[value.name.value] ?? defaultOf(value.name.value, operation))
          : undefined;
    if (typeof number === 'number' && number > 0) return Math.min(number, MAX_SIZE);
  }
  return DEFAULT_SIZE;
}

function defaultOf(name: string, { variableDefinitions }: OperationDefinitionNode): number | undefined {
  const value = variableDefinitions?.find(({ variable }) => variable.name.value === name)?.defaultValue;
  return value?.kind === Kind.INT ? Number(value.value) : undefined;
}
