import { type FragmentDefinitionNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** Fields between a connection and its nodes. */
const STEPS: ReadonlySet<string> = new Set(['nodes', 'edges', 'node']);

const known = new WeakMap<GraphQLResolveInfo['fieldNodes'], Map<ReadonlySet<string>, boolean>>();

/**
 * Whether a document asks for one of these fields of the nodes of a connection: what they need can be read with the nodes. Conditions
 * of fragments and directives are not looked at, so it may be more than is needed.
 */
export function asksFor({ fieldNodes, fragments }: Lookahead, names: ReadonlySet<string>): boolean {
  let answers = known.get(fieldNodes);
  if (!answers) known.set(fieldNodes, (answers = new Map()));
  let answer = answers.get(names);
  if (answer === undefined) {
    const passed = new Set<FragmentDefinitionNode>();
    answer = fieldNodes.some(({ selectionSet }) => selectionSet && has(selectionSet, names, fragments, passed));
    answers.set(names, answer);
  }
  return answer;
}

export type Lookahead = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

function has(
  { selections }: SelectionSetNode,
  names: ReadonlySet<string>,
  fragments: Lookahead['fragments'],
  passed: Set<FragmentDefinitionNode>,
): boolean {
  return selections.some((selection) => {
    if (selection.kind === Kind.FIELD) {
      const { name, selectionSet } = selection;
      if (names.has(name.value)) return true;
      return selectionSet !== undefined && STEPS.has(name.value) && has(selectionSet, names, fragments, passed);
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) return has(selection.selectionSet, names, fragments, passed);
    const fragment = fragments[selection.name.value];
    if (!fragment || passed.has(fragment)) return false;
    passed.add(fragment);
    return has(fragment.selectionSet, names, fragments, passed);
  });
}
