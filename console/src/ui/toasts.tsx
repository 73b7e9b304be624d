import { t } from '../texts';
import { createStore, useStore } from '../lib/store';
import { Icon } from './icons';

interface Toast {
  id: number;
  kind: 'info' | 'error';
  message: string;
  /** `expire` is called when the message disappears and the action was not chosen. */
  action?: { label: string; run(): void; expire?(): void };
}

const SHOWN_MS = 5000;
/** For errors, and where there is something to decide. */
const LONG_SHOWN_MS = 12_000;

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

function replace(next: (before: readonly Toast[]) => readonly Toast[], chosen?: number): void {
  const before = toasts.get();
  toasts.set(next);
  for (const entry of before) if (!toasts.get().includes(entry) && entry.id !== chosen) entry.action?.expire?.();
}

function show(entry: Omit<Toast, 'id'>): void {
  const id = ++lastId;
  replace((before) => [...before.filter(({ message }) => message !== entry.message), { ...entry, id }].slice(-4));
  setTimeout(() => dismiss(id), entry.kind === 'error' || entry.action ? LONG_SHOWN_MS : SHOWN_MS);
}

const dismiss = (id: number, isChosen = false) =>
  replace((before) => before.filter((toast) => toast.id !== id), isChosen ? id : undefined);

/** Short messages at the edge of the page; screen readers announce them. */
export const toast = {
  info: (message: string, action?: Toast['action']) => show({ kind: 'info', message, action }),
  error: (message: string) => show({ kind: 'error', message }),
};

export function Toasts() {
  const list = useStore(toasts);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {list.map(({ id, kind, message, action }) => (
        <div key={id} class={`toast toast-${kind}`}>
          <Icon name={kind === 'error' ? 'warning' : 'check'} />
          <span class="toast-text">{message}</span>
          {action && (
            <button
              type="button"
              class="link-button"
              onClick={() => {
                dismiss(id, true);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" class="icon-button" aria-label={t.actions.dismiss} onClick={() => dismiss(id)}>
            <Icon name="close" size={16} />
          </button>
        </div>
      ))}
    </div>
  );
}
