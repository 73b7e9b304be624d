import { t } from '../texts';
import { ask } from '../ui/dialog';
import { toast } from '../ui/toasts';
import { messageOf, post } from './api';
import { invalidate } from './queries';
import { type Extension, type ExtensionAction } from './session';
import { type ContentType } from './types';

/** What the service takes in one request. */
const MAX_IDS = 100;

export interface OwnedAction {
  extension: Extension;
  action: ExtensionAction;
}

/** Actions that modules declare for entries of a type. */
export const actionsFor = (extensions: readonly Extension[], { slug }: ContentType): OwnedAction[] =>
  extensions.flatMap((extension) =>
    extension.actions
      .filter(({ on, isHidden }) => on.includes(slug) && !isHidden)
      .map((action) => ({ extension, action })),
  );

/** Runs an action after its question, and offers to undo it. Resolves to whether it was run. */
export async function runAction(
  { extension, action }: OwnedAction,
  type: ContentType,
  ids: readonly number[],
): Promise<boolean> {
  const { label, confirm, done = label, undo } = action;
  if (confirm !== undefined && !(await ask({ title: label, text: confirm, confirm: label }))) return false;
  await send(extension, action.name, type, ids);
  const back = undo !== undefined && extension.actions.find(({ name }) => name === undo);
  toast.info(
    done,
    back
      ? {
          label: t.actions.undo,
          run: () =>
            void send(extension, back.name, type, ids).then(
              () => toast.info(back.done ?? t.entries.undone({ count: ids.length })),
              (error: unknown) => toast.error(messageOf(error)),
            ),
        }
      : undefined,
  );
  return true;
}

async function send(extension: Extension, name: string, type: ContentType, ids: readonly number[]): Promise<void> {
  const path = `nestpress/v1/extensions/${extension.name}`;
  try {
    for (let from = 0; from < ids.length; from += MAX_IDS)
      await post(`${path}/actions/${name}`, { ids: ids.slice(from, from + MAX_IDS) });
  } finally {
    invalidate(type.route, path, 'nestpress/v1/counts');
  }
}
