import { type ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../texts';
import { createStore, useStore } from '../lib/store';
import { Button, IconButton } from './controls';

interface DialogProps {
  title: string;
  onClose(): void;
  size?: 'small' | 'medium' | 'wide';
  /** Enter in a field, and the button of the footer that has the type `submit`. */
  onSubmit?(): unknown;
  footer?: ComponentChildren;
  children: ComponentChildren;
}

/** The browser's modal dialogue: it holds the focus, and Escape closes it. */
export function Dialog({ title, onClose, size = 'medium', onSubmit, footer, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const isOpen = useRef(true);
  const isCancelled = useRef(false);
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    // Where no field asks for the focus, the button that closes the dialog gets it, and Enter would close instead of submit.
    if (onSubmit && document.activeElement?.closest('.dialog-header'))
      dialog?.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea)')?.focus();
    return () => {
      isOpen.current = false;
      dialog?.close();
      if (!(before instanceof HTMLElement && before.isConnected)) return;
      before.focus();
      // The text of an editor in a frame, where the cursor was.
      if (before instanceof HTMLIFrameElement) before.contentDocument?.body.focus();
    };
  }, []);
  const parts = (
    <>
      <div class="dialog-body">{children}</div>
      {footer && <div class="dialog-footer">{footer}</div>}
    </>
  );
  return (
    <dialog
      ref={ref}
      class={`dialog dialog-${size}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        isCancelled.current = true;
        onClose();
      }}
      // Browsers close a dialog at the second Escape, whatever the page says, and may not ask it.
      onClose={({ currentTarget }) => {
        if (!isOpen.current) return;
        currentTarget.showModal();
        if (!isCancelled.current) onClose();
        isCancelled.current = false;
      }}
      onKeyDown={() => (isCancelled.current = false)}
    >
      <div class="dialog-header">
        <h2 id={id}>{title}</h2>
        <IconButton icon="close" label={t.actions.close} onClick={onClose} />
      </div>
      {onSubmit ? (
        <form
          class="dialog-form"
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          {parts}
        </form>
      ) : (
        parts
      )}
    </dialog>
  );
}

interface Question {
  title: string;
  text: string;
  confirm: string;
  isDangerous?: boolean;
  answer(isConfirmed: boolean): void;
}

const question = createStore<Question | undefined>(undefined);

/** Asks before something that cannot be undone. Enter confirms, unless it is dangerous: then Enter cancels. */
export function ask(options: Omit<Question, 'answer'>): Promise<boolean> {
  return new Promise((answer) => question.set({ ...options, answer }));
}

export function Questions() {
  const current = useStore(question);
  if (!current) return null;
  const finish = (isConfirmed: boolean) => {
    question.set(undefined);
    current.answer(isConfirmed);
  };
  return (
    <Dialog
      title={current.title}
      size="small"
      onClose={() => finish(false)}
      footer={
        <>
          <Button autofocus={current.isDangerous} onClick={() => finish(false)}>
            {t.actions.cancel}
          </Button>
          <Button
            kind={current.isDangerous ? 'danger' : 'primary'}
            autofocus={!current.isDangerous}
            onClick={() => finish(true)}
          >
            {current.confirm}
          </Button>
        </>
      }
    >
      <p>{current.text}</p>
    </Dialog>
  );
}
