import { defaultFieldResolver, getNamedType, type GraphQLFieldResolver, isLeafType } from 'graphql';
import { type GraphContext } from './graph-context.js';

type Resolver = GraphQLFieldResolver<unknown, GraphContext>;

/** The resolver within the budget of the operation; null for all that is beyond it. */
export function withinBudget(resolve: Resolver): Resolver {
  return (source, args, ctx, info) => {
    const { budget } = ctx;
    if (budget.exceeded) return null;
    const value = resolve(source, args, ctx, info);
    if (typeof value === 'string') return budget.takes(value) ? value : null;
    // Nodes and lists cost what their texts cost.
    if (!(value instanceof Promise) || !isLeafType(getNamedType(info.returnType))) return value;
    return value.then((found: unknown) => (budget.takes(found) ? found : null));
  };
}

export const defaultResolver = withinBudget(defaultFieldResolver as Resolver);
