import { t } from '../texts';
import { createStore, useStore } from '../lib/store';
import { Icon } from './icons';

interface Toast {
  id: number;
  kind: 'info' | 'error';
  message: string;
  action?: { label: string; run(): void };
}

const SHOWN_MS = 5000;
/** Of errors, and where there is something to decide. */
const LONG_SHOWN_MS = 12_000;

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

function show(entry: Omit<Toast, 'id'>): void {
  const id = ++lastId;
  toasts.set((before) => [...before.filter(({ message }) => message !== entry.message), { ...entry, id }].slice(-4));
  setTimeout(() => dismiss(id), entry.kind === 'error' || entry.action ? LONG_SHOWN_MS : SHOWN_MS);
}

const dismiss = (id: number) => toasts.set((before) => before.filter((toast) => toast.id !== id));

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
                dismiss(id);
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
