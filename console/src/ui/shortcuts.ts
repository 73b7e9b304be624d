import { useLayoutEffect, useRef } from 'preact/hooks';

const FIELDS = 'input,textarea,select,[contenteditable]';

/** Keys without modifiers as shortcuts of a page; off in fields, and while a dialog or one of these forms is open. */
export function useShortcuts(onKey: (event: KeyboardEvent) => void, isOff: boolean): void {
  const latest = useRef({ onKey, isOff });
  latest.current = { onKey, isOff };
  // Before the page is painted, so that no key is lost.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isModified = event.ctrlKey || event.metaKey || event.altKey;
      const isTyping = event.isComposing || (event.target as Element).closest(FIELDS) !== null;
      if (isModified || isTyping || latest.current.isOff || document.querySelector('dialog[open]')) return;
      latest.current.onKey(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
