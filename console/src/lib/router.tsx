import { type ComponentChildren } from 'preact';
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { t } from '../texts';
import { CONSOLE_URL } from './session';
import { createStore, useStore } from './store';

export interface Location {
  /** Below the console, without slashes at the ends: `posts/12`. */
  path: string;
  query: URLSearchParams;
  /** Changes whenever another page is opened, even one of the same path. */
  visit: number;
}

let visit = 0;

function readLocation(): Location {
  const path = decodeURI(window.location.pathname).slice(decodeURI(CONSOLE_URL.pathname).length);
  return { path: path.replace(/^\/+|\/+$/g, ''), query: new URLSearchParams(window.location.search), visit };
}

const location = createStore(readLocation());

/** Asks before unsaved changes are left; returns false to stay. */
type Guard = () => boolean;
const guards = new Set<Guard>();
const mayLeave = () => [...guards].every((guard) => guard());

let current = window.location.href;
window.addEventListener('popstate', () => {
  if (!mayLeave()) {
    history.pushState(null, '', current);
    return;
  }
  if (new URL(current).pathname !== window.location.pathname) visit++;
  current = window.location.href;
  location.set(readLocation());
});

/**
 * Returns a function that changes the address of this page without opening another one: a new entry got its id. Does nothing once
 * another page is open.
 */
export function useRenamePage(): (to: string) => void {
  const opened = useRef(visit);
  return useCallback((to) => {
    if (visit !== opened.current) return;
    history.replaceState(null, '', new URL(to, CONSOLE_URL));
    current = window.location.href;
  }, []);
}

export function href(to: string): string {
  return new URL(to, CONSOLE_URL).pathname + new URL(to, CONSOLE_URL).search;
}

export interface NavigateOptions {
  replace?: boolean;
  /** Do not ask about unsaved changes. */
  force?: boolean;
}

export function navigate(to: string, { replace = false, force = false }: NavigateOptions = {}): boolean {
  const url = new URL(to, CONSOLE_URL);
  const isOtherPage = url.pathname !== window.location.pathname;
  if (isOtherPage && !force && !mayLeave()) return false;
  history[replace ? 'replaceState' : 'pushState'](null, '', url);
  if (isOtherPage) visit++;
  current = window.location.href;
  location.set(readLocation());
  if (isOtherPage) window.scrollTo(0, 0);
  return true;
}

export function useLocation(): Location {
  return useStore(location);
}

/** Asks with `confirm` before the page with unsaved changes is left. */
export function useLeaveGuard(isDirty: () => boolean, question: string): void {
  useEffect(() => {
    const guard: Guard = () => !isDirty() || window.confirm(question);
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    guards.add(guard);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      guards.delete(guard);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [isDirty, question]);
}

/**
 * Guards a form with unsaved changes: against leaving its page, and with the returned function against being closed. Without changes,
 * and after saving, the form closes without a question.
 */
export function useUnsaved(isDirty: boolean | (() => boolean), close: () => void = () => undefined): () => void {
  const asks = useRef<() => boolean>(() => false);
  asks.current = typeof isDirty === 'boolean' ? () => isDirty : isDirty;
  useLeaveGuard(
    useCallback(() => asks.current(), []),
    t.unsaved,
  );
  return () => {
    if (!asks.current() || window.confirm(t.unsaved)) close();
  };
}

/** Changes members of the query; an undefined or empty value deletes the member. */
export function useQueryState(): [URLSearchParams, (changes: Record<string, string | undefined>) => void] {
  const { query } = useLocation();
  const change = useMemo(
    () => (changes: Record<string, string | undefined>) => {
      const { path, query: before } = location.get();
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined || value === '') next.delete(name);
        else next.set(name, value);
      }
      const text = next.toString();
      // Typing in a search box is one step of the history, not one for each pause.
      const isTyping = 'search' in changes && before.has('search') && next.has('search');
      navigate(`${path}${text && `?${text}`}`, { replace: isTyping });
    },
    [],
  );
  return [query, change];
}

interface LinkProps {
  to: string;
  class?: string;
  title?: string;
  'aria-label'?: string;
  'aria-current'?: 'page';
  children: ComponentChildren;
}

export function Link({ to, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a {...rest} href={href(to)} onClick={follow}>
      {children}
    </a>
  );
}
