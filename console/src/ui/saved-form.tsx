import { type ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { post } from '../lib/api';
import { readAgain, useAction } from '../lib/queries';
import { useUnsaved } from '../lib/router';
import { t } from '../texts';
import { Button } from './controls';
import { toast } from './toasts';

export interface SavedForm<T> {
  /** The stored values with the changes. */
  values: T;
  set(changes: Partial<T>): void;
  isDirty: boolean;
  isBusy: boolean;
  save(): void;
}

/** What was typed while the other changes were being saved. */
export function changedSince<T extends object>(now: T, sent: T): T {
  const before = new Map<string, unknown>(Object.entries(sent));
  const isTyped = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before.get(name));
  return Object.fromEntries(Object.entries(now).filter(isTyped)) as T;
}

/** A form over the values of a route: its changes are sent together, and one is asked before they are lost. */
export function useSavedForm<T extends object>(path: string, saved: T): SavedForm<T> {
  const [changes, setChanges] = useState<Partial<T>>({});
  const isDirty = Object.keys(changes).length > 0;
  useUnsaved(isDirty);
  const save = useAction(async () => {
    await post(path, changes);
    await readAgain(path);
    setChanges((now) => changedSince(now, changes));
    toast.info(t.editor.saved);
  });
  return {
    values: { ...saved, ...changes },
    set: (more) => setChanges((now) => ({ ...now, ...more })),
    isDirty,
    isBusy: save.isBusy,
    save: () => void save.run(),
  };
}

interface FormProps {
  form: Pick<SavedForm<object>, 'isDirty' | 'isBusy' | 'save'>;
  class?: string;
  mayWrite?: boolean;
  /** Why these values cannot be saved. */
  problem?: string | undefined;
  /** Whether the service checks the values, not the browser. */
  noValidate?: boolean;
  children: ComponentChildren;
}

/** The form with its button, which says whether there is something to save. */
export function SaveForm({
  form: { isDirty, isBusy, save },
  class: className = 'stack narrow',
  mayWrite = true,
  problem,
  noValidate,
  children,
}: FormProps) {
  return (
    <form
      class={className}
      noValidate={noValidate}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {children}
      {mayWrite && (
        <div class="save-bar">
          <Button type="submit" kind="primary" isBusy={isBusy} disabled={!isDirty || problem !== undefined}>
            {t.actions.save}
          </Button>
          {problem !== undefined ? (
            <span class="field-error">{problem}</span>
          ) : (
            isDirty && <span class="muted small">{t.editor.unsaved}</span>
          )}
        </div>
      )}
    </form>
  );
}
