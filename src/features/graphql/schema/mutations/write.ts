import { type RouteCall } from '../../../../modules/content/index.js';
import { type GraphContext } from '../../context/graph-context.js';
import { GraphError } from '../../model/graph-error.js';

export interface MutationInput {
  readonly clientMutationId?: string | null;
  readonly [field: string]: unknown;
}

type Item = Readonly<Record<string, unknown>>;

/**
 * Calls a route of the REST API as the requester: the same validation, permissions, hooks, revisions and events. What was loaded
 * before is read again afterwards.
 */
export async function write(ctx: GraphContext, call: RouteCall): Promise<Item> {
  const { body } = await ctx.services.rest.request(ctx.principal, call);
  await ctx.afterWrite();
  return body as Item;
}

export const idOf = (item: Item) => Number(item.id);

/** What a payload repeats of its input. */
export const payload = <T extends object>({ clientMutationId }: MutationInput, members: T) => ({
  clientMutationId: clientMutationId ?? null,
  ...members,
});

/** The fields of an input that are there, by the names of the route's parameters. */
export function valuesOf(input: MutationInput, names: Readonly<Record<string, string>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [field, name] of Object.entries(names)) {
    const value = input[field];
    if (value !== undefined && value !== null) values[name] = value;
  }
  return values;
}

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?/;

/** A date in site time; zones do not count, and a text that is no date is ignored. */
export function dateValue(value: unknown): string | undefined {
  const [, day, time = '00:00:00'] = (typeof value === 'string' && DATE.exec(value.trim())) || [];
  return day === undefined ? undefined : `${day}T${time.length === 5 ? `${time}:00` : time}`;
}

export const forbidden = (message: string) => new GraphError(message, 'FORBIDDEN');
