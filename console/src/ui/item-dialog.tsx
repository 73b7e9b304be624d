import { type ComponentChildren } from 'preact';
import { t } from '../texts';
import { del, type Query } from '../lib/api';
import { invalidate, useAction } from '../lib/queries';
import { useUnsaved } from '../lib/router';
import { Button } from './controls';
import { ask, Dialog } from './dialog';

interface ItemDialogProps {
  title: string;
  /** Path of the list that shows the item. */
  list: string;
  isChanged: boolean;
  /** False where the item cannot be saved as it is. */
  isComplete?: boolean;
  mayWrite?: boolean | undefined;
  /** Name of the button that saves. */
  saveLabel?: string;
  save(): Promise<unknown>;
  onClose(): void;
  /** More buttons. */
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** A form over an item of a list, which asks before changes are lost. */
export function ItemDialog(props: ItemDialogProps) {
  const { title, list, isChanged, isComplete = true, mayWrite = true, saveLabel = t.actions.save, onClose } = props;
  const leave = useUnsaved(isChanged, onClose);
  const save = useAction(async () => {
    await props.save();
    invalidate(list);
    onClose();
  });
  return (
    <Dialog
      title={title}
      onClose={leave}
      onSubmit={() => mayWrite && isComplete && void save.run()}
      footer={
        <>
          {props.actions}
          <Button onClick={leave}>{t.actions.cancel}</Button>
          {mayWrite && (
            <Button type="submit" kind="primary" isBusy={save.isBusy} disabled={!isComplete}>
              {saveLabel}
            </Button>
          )}
        </>
      }
    >
      <div class="stack">{props.children}</div>
    </Dialog>
  );
}

interface DeleteProps {
  path: string;
  query?: Query;
  /** Paths of the lists that show the item. */
  list: string | string[];
  /** The question before. */
  question: string;
  text: string;
  label?: string;
  small?: boolean;
  onDone?(): void;
}

/** Deletes an item permanently, after a question. */
export function DeleteButton(props: DeleteProps) {
  const { path, query, list, question, text, label, small = false, onDone } = props;
  const remove = useAction(async () => {
    if (!(await ask({ title: question, text, confirm: t.actions.deleteForever, isDangerous: true }))) return;
    await del(path, query);
    invalidate(...[list].flat());
    onDone?.();
  });
  return (
    <Button
      kind="danger"
      small={small}
      icon={small ? undefined : 'trash'}
      isBusy={remove.isBusy}
      onClick={() => void remove.run()}
    >
      {label ?? t.actions.delete}
    </Button>
  );
}
