import { useEffect, useState } from 'preact/hooks';
import { CONSOLE_URL } from '../../lib/session';

interface Message {
  id: number;
  /** `changed`: of an editor; `watching`: of a preview. */
  event: 'changed' | 'watching';
}

/** Between editors and previews in the tabs of one browser. */
const channel = new BroadcastChannel(`${CONSOLE_URL.pathname}preview`);

const HEARTBEAT_MS = 2000;
/** A tab in the background may be late. */
const GONE_MS = 3 * HEARTBEAT_MS;

function listen(id: number, event: Message['event'], onMessage: () => void): () => void {
  const listener = ({ data }: MessageEvent<Message>) => {
    if (data.id === id && data.event === event) onMessage();
  };
  channel.addEventListener('message', listener);
  return () => channel.removeEventListener('message', listener);
}

/** The tabs of the front end that were opened from this one, by the entries they show. They follow the service, not the channel. */
const frontEndTabs = new Map<number, Window>();

export function showInTab(id: number, tab: Window, url: string): void {
  tab.location.href = url;
  frontEndTabs.set(id, tab);
}

export function announceChange(id: number): void {
  channel.postMessage({ id, event: 'changed' } satisfies Message);
}

const isOpen = (id: number | undefined) => id !== undefined && frontEndTabs.get(id)?.closed === false;

/** Calls back whenever the editor stored changes, and announces the preview to the editor. */
export function watchChanges(id: number, onChange: () => void): () => void {
  const tell = () => channel.postMessage({ id, event: 'watching' } satisfies Message);
  tell();
  const timer = setInterval(tell, HEARTBEAT_MS);
  const stop = listen(id, 'changed', onChange);
  return () => {
    clearInterval(timer);
    stop();
  };
}

/** Whether a tab shows a preview of this entry. */
export function usePreviewTab(id: number | undefined): boolean {
  const [isWatched, setWatched] = useState(false);
  useEffect(() => {
    if (id === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listen(id, 'watching', () => {
      setWatched(true);
      clearTimeout(timer);
      timer = setTimeout(() => setWatched(false), GONE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [id]);
  return isWatched || isOpen(id);
}
