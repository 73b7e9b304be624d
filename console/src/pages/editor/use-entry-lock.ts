import { useCallback, useEffect, useState } from 'preact/hooks';
import { post, restUrl } from '../../lib/api';
import { session } from '../../lib/session';

/** POST nestpress/v1/entries/ID/lock */
interface Lock {
  holder: { id: number; name: string; is_me: boolean } | null;
  time: number;
}

export interface EntryLock {
  /** Another user who edits the entry. */
  holder: { name: string; since: Date } | undefined;
  /** Whether this page had the entry before. */
  wasTaken: boolean;
  take(): Promise<void>;
}

/** Well within the two and a half minutes after which a lock expires. */
const RENEW_EVERY_MS = 60_000;

/** Holds the entry while its page is open, and says who else does. Another tab of the same user counts as this one. */
export function useEntryLock(id: number | undefined): EntryLock {
  const [lock, setLock] = useState<Lock>();
  const [wasMine, setMine] = useState(false);
  const claim = useCallback(
    async (take: boolean) => {
      if (id === undefined) return;
      const { data } = await post<Lock>(`nestpress/v1/entries/${id}/lock`, { take });
      setLock(data);
      if (data.holder?.is_me) setMine(true);
    },
    [id],
  );
  useEffect(() => {
    if (id === undefined) return;
    // Users who may not lock an entry, or are offline, edit it as before: a conflict is noticed when it is saved.
    const renew = () => void claim(false).catch(() => undefined);
    const renewIfVisible = () => !document.hidden && renew();
    renew();
    const timer = setInterval(renewIfVisible, RENEW_EVERY_MS);
    const release = () => releaseLock(id);
    document.addEventListener('visibilitychange', renewIfVisible);
    window.addEventListener('pagehide', release);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renewIfVisible);
      window.removeEventListener('pagehide', release);
      release();
    };
  }, [id]);
  const holder = lock?.holder && !lock.holder.is_me ? lock.holder : undefined;
  return {
    holder: holder && { name: holder.name, since: new Date(lock!.time * 1000) },
    wasTaken: holder !== undefined && wasMine,
    take: () => claim(true),
  };
}

/** Also while the page is being closed. */
function releaseLock(id: number): void {
  void fetch(restUrl(`nestpress/v1/entries/${id}/lock`), {
    method: 'DELETE',
    keepalive: true,
    headers: { 'X-WP-Nonce': session.get()?.nonce ?? '' },
  })
    .then((response) => response.arrayBuffer())
    .catch(() => undefined);
}
