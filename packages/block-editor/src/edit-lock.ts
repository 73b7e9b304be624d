import apiFetch from '@wordpress/api-fetch';
import { doAction } from '@wordpress/hooks';
import { type Service } from './service';

/** POST nestpress/v1/entries/ID/lock */
export interface EditLock {
  holder: { id: number; name: string; is_me: boolean } | null;
}

/** Well within the two and a half minutes after which a lock expires. */
const RENEW_EVERY_MS = 60_000;

const pathOf = (id: number) => `nestpress/v1/entries/${id}/lock`;

/** Claims the entry before it is opened. A user who may not lock it edits it as before. */
export async function claimLock(service: Service, id: number, take: boolean): Promise<EditLock> {
  const lock = await service.json<EditLock>('POST', pathOf(id), { take }).catch(() => undefined);
  return lock ?? { holder: null };
}

/** The settings from which the editor makes its notice that another user edits the entry. */
export function lockSettings({ holder }: EditLock): Record<string, unknown> {
  const isLocked = holder !== null && !holder.is_me;
  return {
    postLock: isLocked ? { isLocked, user: { name: holder.name, avatar: '' } } : { isLocked },
    // The editor's own requests go to the administration of WordPress, and are not sent without an active lock.
    postLockUtils: { nonce: '', unlockNonce: '', ajaxUrl: '' },
  };
}

/** Renews the lock while the page is open, and shows the editor's notice when another account has taken the entry over. */
export function keepLock(id: number, restUrl: string, nonce: () => string): void {
  const url = new URL(pathOf(id), restUrl);
  let isTaken = false;
  const renew = async () => {
    const { holder } = await apiFetch<EditLock>({ path: pathOf(id), method: 'POST', data: { take: false } });
    if (!holder || holder.is_me) return;
    isTaken = true;
    doAction('heartbeat.tick', { 'wp-refresh-post-lock': { lock_error: { name: holder.name } } });
  };
  const renewIfVisible = () => {
    // Offline, the lock expires; a conflict is noticed when the entry is saved.
    if (!document.hidden && !isTaken) renew().catch(() => undefined);
  };
  setInterval(renewIfVisible, RENEW_EVERY_MS);
  document.addEventListener('visibilitychange', renewIfVisible);
  window.addEventListener('pagehide', () => {
    void fetch(url, { method: 'DELETE', keepalive: true, headers: { 'X-WP-Nonce': nonce() } })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
  });
}
