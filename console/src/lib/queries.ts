import {
  type Query as CachedQuery,
  QueryClient,
  useQueries,
  useQuery,
  type UseQueryResult,
} from '@tanstack/preact-query';
import { useCallback, useRef, useState } from 'preact/hooks';
import { toast } from '../ui/toasts';
import { describeRoute } from './content-types';
import { CONSOLE_URL } from './session';
import { type Schema } from './types';
import { allowedMethods, type ApiResponse, ApiError, get, getTogether, messageOf, type Query } from './api';

const MINUTE_MS = 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      // A 4xx response does not change by repeating the request.
      retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
  },
});

export interface GetOptions {
  /** Show the previous list while the next one loads. */
  keepPrevious?: boolean;
  staleMs?: number;
  refetchMs?: number;
  /** For a form that starts with the response: never one that was read before the form was opened. */
  isFresh?: boolean;
  /** Share one request with the other reads that begin at the same time. */
  together?: boolean;
}

/** Reads a route; nothing is requested while the path is undefined. */
export function useGet<T>(
  path: string | undefined,
  query: Query = {},
  { keepPrevious = false, staleMs, refetchMs, isFresh = false, together = false }: GetOptions = {},
): UseQueryResult<ApiResponse<T>, Error> {
  return useQuery({
    queryKey: ['get', path, query],
    enabled: path !== undefined,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      together ? getTogether<T>(path ?? '', query) : get<T>(path ?? '', query, signal),
    ...(keepPrevious && { placeholderData: (before: ApiResponse<T> | undefined) => before }),
    ...(staleMs !== undefined && { staleTime: staleMs }),
    ...(isFresh && { gcTime: 0, staleTime: Infinity, meta: { isFresh } }),
    ...(refetchMs !== undefined && { refetchInterval: refetchMs }),
  }) as UseQueryResult<ApiResponse<T>, Error>;
}

/** The methods the requester may use on a route; undefined until the response arrives. */
export function useAllowed(path: string | undefined): readonly string[] | undefined {
  return useAllowedOfAll([path])[0];
}

/** The same for several routes at once. */
export function useAllowedOfAll(paths: readonly (string | undefined)[]): (readonly string[] | undefined)[] {
  const queries = paths.map((path) => ({
    queryKey: ['allow', path],
    enabled: path !== undefined,
    staleTime: 5 * MINUTE_MS,
    queryFn: () => allowedMethods(path ?? ''),
  }));
  return useQueries({ queries }).map(({ data }) => data as readonly string[] | undefined);
}

/** The schema's members of a route's objects; undefined until known and for a path of undefined. */
export function useSchema(path: string | undefined): Record<string, Schema> | undefined {
  const description = useQuery({
    queryKey: ['schema', path],
    enabled: path !== undefined,
    staleTime: Infinity,
    queryFn: () => describeRoute(path ?? '').then((found) => found ?? null),
  }).data;
  return description?.members;
}

const isBelow =
  (paths: readonly string[]) =>
  ({ queryKey: [, path] }: CachedQuery) =>
    typeof path === 'string' && paths.some((start) => path.startsWith(start));

/** The other tabs that have this console open. */
const tabs = new BroadcastChannel(CONSOLE_URL.pathname);

/** Reads every response below these paths again, and what the requester may do there. */
export function invalidate(...paths: string[]): void {
  void readAgain(...paths);
}

/** The same; resolves once what is displayed has been read. */
export async function readAgain(...paths: string[]): Promise<void> {
  tabs.postMessage(paths);
  await queryClient.invalidateQueries({ predicate: isBelow(paths) });
}

tabs.addEventListener('message', ({ data: paths }: MessageEvent<string[]>) => {
  const predicate = isBelow(paths);
  queryClient.removeQueries({ type: 'inactive', predicate });
  // A form that is open keeps the version that it was opened with.
  void queryClient.invalidateQueries({ predicate: (query) => predicate(query) && !query.meta?.isFresh });
});

export interface Action<A extends unknown[]> {
  run(...args: A): Promise<boolean>;
  isBusy: boolean;
}

/**
 * An action of a button or form: busy while it runs, errors are shown as a message. Resolves to whether it succeeded. Without arguments
 * it is not begun again while it runs: Enter that is pressed twice creates one item.
 */
export function useAction<A extends unknown[]>(work: (...args: A) => Promise<unknown>): Action<A> {
  const [busy, setBusy] = useState(0);
  const running = useRef(0);
  const run = useCallback(
    async (...args: A) => {
      if (args.length === 0 && running.current > 0) return false;
      running.current++;
      setBusy((count) => count + 1);
      try {
        await work(...args);
        return true;
      } catch (error) {
        toast.error(messageOf(error));
        return false;
      } finally {
        running.current--;
        setBusy((count) => count - 1);
      }
    },
    [work],
  );
  return { run, isBusy: busy > 0 };
}
