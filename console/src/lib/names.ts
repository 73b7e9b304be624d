import { useGet } from './queries';

/** Names by id, in one request for the whole list. */
export function useNames<T extends { id: number; name: string }>(
  path: string,
  ids: readonly number[],
): Map<number, string> {
  const include = [...new Set(ids)].filter((id) => id > 0).sort((a, b) => a - b);
  const query = { include, per_page: 100, _fields: 'id,name' };
  const { data } = useGet<T[]>(include.length > 0 ? path : undefined, query, { staleMs: 60_000, keepPrevious: true });
  return new Map(data?.data.map(({ id, name }) => [id, name]));
}
