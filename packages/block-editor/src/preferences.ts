import apiFetch from '@wordpress/api-fetch';

/** User meta `persisted_preferences`: settings of the REST API by scope, and when they were last changed. */
export type Preferences = Record<string, unknown> & { _modified?: string };

const SAVE_AFTER_MS = 1500;

/** Keeps preferences in the account, and in the browser until they are saved there. Names are those of WordPress. */
export function createPersistenceLayer(userId: number, saved: Preferences | undefined) {
  const key = `WP_PREFERENCES_USER_${userId}`;
  let latest = newest(saved, readLocal(key));
  let timer: ReturnType<typeof setTimeout> | undefined;

  const save = () => {
    timer = undefined;
    const data = { meta: { persisted_preferences: latest } };
    // The browser still has them, and the next change sends them again.
    apiFetch({ path: '/wp/v2/users/me', method: 'PUT', keepalive: true, data }).catch(() => undefined);
  };
  window.addEventListener('pagehide', () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    save();
  });

  return {
    get: () => Promise.resolve(latest),
    set: (changed: object) => {
      latest = { ...changed, _modified: new Date().toISOString() };
      localStorage.setItem(key, JSON.stringify(latest));
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_AFTER_MS);
    },
  };
}

function readLocal(key: string): Preferences | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Preferences | undefined;
  } catch {
    return undefined;
  }
}

const modifiedAt = (preferences: Preferences | null | undefined) => Date.parse(preferences?._modified ?? '') || 0;

function newest(saved: Preferences | undefined, local: Preferences | undefined): Preferences {
  return (modifiedAt(local) > modifiedAt(saved) ? local : saved) ?? {};
}
