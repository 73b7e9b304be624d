import { CONSOLE_URL } from './session';
import { createStore } from './store';

const RETRY_MS = 5000;

/** Whether the last request reached the server. */
export const isOffline = createStore(false);

let timer: ReturnType<typeof setTimeout> | undefined;

/** A request got no response: asks from time to time, and at once when the browser has a network again. */
export function reportOffline(): void {
  isOffline.set(true);
  timer ??= setTimeout(() => void probe(), RETRY_MS);
}

/** A request got a response. */
export function reportOnline(): void {
  clearTimeout(timer);
  timer = undefined;
  isOffline.set(false);
}

async function probe(): Promise<void> {
  timer = undefined;
  try {
    const response = await fetch(new URL('session', CONSOLE_URL), { cache: 'no-store' });
    // A response that is not read keeps its connection.
    await response.arrayBuffer();
    reportOnline();
  } catch {
    reportOffline();
  }
}

window.addEventListener('offline', reportOffline);
window.addEventListener('online', () => void probe());

/** Calls back once the server is reached again. */
export function whenOnline(run: () => void): () => void {
  return isOffline.subscribe(() => {
    if (!isOffline.get()) run();
  });
}
