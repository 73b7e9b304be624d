import { type ContentType, type Counts, type User } from './types';

/** Statuses that the type declares besides WordPress's own. */
export const declaredStatuses = ({ members }: ContentType): string[] => Object.keys(members.status?.choices ?? {});

/** Which of the statuses the user may give an entry with this one, the present one included. */
export function possibleStatuses(
  { members }: ContentType,
  from: string,
  statuses: readonly string[],
  me: Pick<User, 'capabilities'> | undefined,
): string[] {
  const transitions = members.status?.transitions;
  if (!transitions) return [...new Set([...statuses, from])];
  const reached = transitions.filter(
    (transition) =>
      [transition.from].flat().includes(from) &&
      (!transition.capability || me?.capabilities?.[transition.capability] === true),
  );
  return statuses.filter((status) => status === from || reached.some(({ to }) => to === status));
}

/** Entries of a type that wait for a decision which the user may make. */
export interface ReviewQueue {
  type: ContentType;
  status: string;
  /** Statuses that the user may give them. */
  decisions: readonly string[];
}

/**
 * What waits for the user: entries with a status that a type declares as a queue, or with WordPress's "pending", if the user has a
 * capability that their authors may lack: that of a transition, or the right to publish entries of others.
 */
export function reviewQueues(types: readonly ContentType[], me: Pick<User, 'capabilities'> | undefined): ReviewQueue[] {
  return types.flatMap((type) => {
    const { status: member } = type.members;
    const can = (name: string) => me?.capabilities?.[type.capabilities[name] ?? ''] === true;
    const mayPublish = can('publish_posts');
    return [...(member?.queues ?? []), 'pending'].flatMap((status) => {
      const ways = member?.transitions?.filter(({ from }) => [from].flat().includes(status));
      if (ways?.length === 0) return [];
      const guarded = (ways ?? []).flatMap(({ capability = [] }) => capability);
      const decides =
        guarded.length > 0
          ? guarded.some((capability) => me?.capabilities?.[capability] === true)
          : mayPublish && can('edit_others_posts');
      const offered = ['publish', ...declaredStatuses(type), 'draft'];
      const decisions = possibleStatuses(type, status, offered, me).filter(
        (candidate) =>
          candidate !== status &&
          (candidate !== 'publish' || mayPublish) &&
          (ways || ['publish', 'draft'].includes(candidate)),
      );
      return decides && decisions.length > 0 ? [{ type, status, decisions }] : [];
    });
  });
}

/** How many entries are in the queue. */
export function waitingIn({ type: { slug }, status }: ReviewQueue, counts: Counts): number {
  const ofType = slug === 'post' || slug === 'page' ? counts[slug] : counts.types[slug];
  return ofType?.[status] ?? 0;
}
