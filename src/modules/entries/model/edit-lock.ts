/** Post meta with who edits an entry, as WordPress writes it: `SECONDS:USER`. */
export const EDIT_LOCK = '_edit_lock';

/** Seconds after which the lock of an abandoned editor expires. */
const LOCK_SECONDS = 150;

export interface HeldLock {
  user: number;
  /** Seconds since 1970. */
  time: number;
}

/** Who holds a stored lock that has not expired. */
export function holderOf(stored: string | null | undefined): HeldLock | undefined {
  const [time = 0, user = 0] = (stored ?? '').split(':').map(Number);
  const isHeld = user > 0 && time > Date.now() / 1000 - LOCK_SECONDS;
  return isHeld ? { user, time } : undefined;
}
