import { labelFor, t } from '../texts';
import { type ContentType, type User } from './types';

/** Statuses that the type declares besides WordPress's own. */
export const declaredStatuses = ({ members }: ContentType): string[] => Object.keys(members.status?.choices ?? {});

export const statusLabel = ({ members }: ContentType, status: string): string =>
  members.status?.choices?.[status] ?? labelFor(t.status, status) ?? status;

/** Those of the statuses that an entry with this one can get from the user, with the one that it has. */
export function possibleStatuses(
  { members }: ContentType,
  from: string,
  statuses: readonly string[],
  me: Pick<User, 'capabilities'> | undefined,
): string[] {
  const transitions = members.status?.transitions;
  if (!transitions) return [...new Set([...statuses, from])];
  const reached = transitions.filter(
    (one) => [one.from].flat().includes(from) && (!one.capability || me?.capabilities?.[one.capability] === true),
  );
  return statuses.filter((status) => status === from || reached.some(({ to }) => to === status));
}
