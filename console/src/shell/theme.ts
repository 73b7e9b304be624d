import { createStore } from '../lib/store';

export type Theme = 'light' | 'dark';

const KEY = 'nestpress:theme';
const systemDark = window.matchMedia('(prefers-color-scheme: dark)');

function readTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  if (stored === 'light' || stored === 'dark') return stored;
  return systemDark.matches ? 'dark' : 'light';
}

export const theme = createStore<Theme>(readTheme());

/** Follows the system until the user chooses. */
export function applyTheme(): void {
  const show = () => (document.documentElement.dataset.theme = theme.get());
  show();
  theme.subscribe(show);
  systemDark.addEventListener('change', () => theme.set(readTheme()));
}

export function toggleTheme(): void {
  const next: Theme = theme.get() === 'dark' ? 'light' : 'dark';
  localStorage.setItem(KEY, next);
  theme.set(next);
}
