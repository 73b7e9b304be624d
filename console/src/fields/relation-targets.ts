import { useQuery } from '@tanstack/preact-query';
import { t } from '../texts';
import { readAll } from '../lib/api';
import { textOf } from '../lib/html';
import { type Rendered } from '../lib/types';
import { type RelationTarget } from './field-spec';

/** What a relation leads to, as far as the picker shows it. */
export interface Found {
  id: number;
  name: string;
  status?: string;
  /** What it is, where there are several kinds. */
  kind: string;
}

const fieldsOf = ({ kind }: RelationTarget) => (kind === 'entry' ? 'id,title,status' : 'id,name');

/** Entries of every status, terms and users need no account. */
const statusOf = ({ kind }: RelationTarget) =>
  kind === 'entry' ? { status: 'publish,future,draft,pending,private', context: 'edit' } : {};

/** Items with these IDs, or the first hundred, by ID. */
export function useTargets(to: readonly RelationTarget[], ids?: readonly number[]): ReadonlyMap<number, Found> {
  const include = ids && [...new Set(ids)].sort((a, b) => a - b);
  const { data = [] } = useQuery({
    queryKey: ['relations', ...to.map(({ route }) => route), include ?? 'all'],
    enabled: include?.length !== 0,
    queryFn: () => readTargets(to, { ...(include && { include }), per_page: 100 }),
    placeholderData: (before: Found[] | undefined) => before,
  });
  return new Map(data.map((item) => [item.id, item]));
}

export async function readTargets(to: readonly RelationTarget[], query: Record<string, unknown>): Promise<Found[]> {
  const responses = await readAll(
    to.map((target) => ({
      path: target.route,
      query: { ...statusOf(target), ...(query as Record<string, string>), _fields: fieldsOf(target) },
    })),
  );
  return responses.flatMap((response, index) =>
    ((response?.data ?? []) as { id: number; name?: string; status?: string; title?: Rendered }[]).map((item) => ({
      id: item.id,
      name: item.name ?? (textOf(item.title?.rendered ?? item.title?.raw ?? '') || t.entries.untitled),
      status: item.status,
      kind: to.length > 1 ? to[index]!.label : '',
    })),
  );
}
