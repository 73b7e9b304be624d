import { t } from '../texts';
import { del, messageOf, restUrl } from '../lib/api';
import { invalidate } from '../lib/queries';
import { session } from '../lib/session';
import { createStore } from '../lib/store';
import { ask } from './dialog';
import { toast } from './toasts';

const AT_ONCE = 4;
/** Fewer items are done before their number could be read. */
const WORTH_COUNTING = 12;

/** How many items of a long bulk action are done. */
export const bulkProgress = createStore<{ done: number; all: number } | undefined>(undefined);

/** Runs the work for every item, a few at a time; throws a summary where some failed. Returns how many succeeded. */
export async function forEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number> {
  const left = [...items];
  const all = items.length;
  const problems: unknown[] = [];
  let done = 0;
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      await work(item).catch((error: unknown) => problems.push(error));
      done++;
      if (all >= WORTH_COUNTING) bulkProgress.set({ done, all });
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, all) }, worker));
  bulkProgress.set(undefined);
  if (problems.length === 0) return all;
  if (all === 1) throw problems[0];
  throw new Error(t.lists.bulkFailed({ failed: problems.length, all, why: messageOf(problems[0]) }));
}

/** Says what was done and offers to undo it. What failed is not part of `done`, so that it stays as it is. */
export function offerUndo<T>(
  path: string,
  message: string,
  done: readonly T[],
  undo: (item: T) => Promise<unknown>,
): void {
  toast.info(message, {
    label: t.actions.undo,
    run: () =>
      void forEach(done, undo)
        .then(
          (count) => toast.info(t.entries.undone({ count })),
          (error: unknown) => toast.error(messageOf(error)),
        )
        .finally(() => invalidate(path, 'nestpress/v1/counts')),
  });
}

interface BulkChange<T> {
  change(item: T): Promise<unknown>;
  undo(item: T): Promise<unknown>;
  message(values: { count: number }): string;
}

/** Changes the items and offers to return those that were changed to how they were. */
export async function changeAll<T>(path: string, items: readonly T[], bulk: BulkChange<T>): Promise<void> {
  const done: T[] = [];
  try {
    await forEach(items, (item) => bulk.change(item).then(() => done.push(item)));
  } finally {
    if (done.length > 0) offerUndo(path, bulk.message({ count: done.length }), done, bulk.undo);
  }
}

/** Paths of items that are deleted as soon as it can no longer be undone. Lists do not show them. */
export const deletedSoon = createStore<ReadonlySet<string>>(new Set());

/** Groups of `deletedSoon`, which a page that is closed deletes at once. */
const waiting = new Set<readonly string[]>();

window.addEventListener('pagehide', () => {
  const headers = { 'X-WP-Nonce': session.get()?.nonce ?? '' };
  for (const path of [...waiting].flat())
    void fetch(restUrl(path, { force: true }), { method: 'DELETE', keepalive: true, headers }).catch(() => undefined);
});

/**
 * Deletes items permanently, after a question, and after the message that offers to undo it: what was deleted could not be restored
 * with its ID, its files and what refers to it. Resolves to whether they will be deleted.
 */
export async function deleteAll(path: string, ids: readonly number[]): Promise<boolean> {
  const isConfirmed = await ask({
    title: t.entries.deleteQuestion({ count: ids.length }),
    text: t.lists.deleteText,
    confirm: t.actions.deleteForever,
    isDangerous: true,
  });
  if (!isConfirmed) return false;
  const paths = ids.map((id) => `${path}/${id}`);
  const show = () => deletedSoon.set((before) => new Set([...before].filter((item) => !paths.includes(item))));
  deletedSoon.set((before) => new Set([...before, ...paths]));
  waiting.add(paths);
  const end = async () => {
    waiting.delete(paths);
    await forEach(paths, (item) => del(item, { force: true })).catch((error: unknown) => toast.error(messageOf(error)));
    invalidate(path, 'nestpress/v1/counts');
    // The list that is read again decides from here on.
    setTimeout(show, 1500);
  };
  toast.info(t.lists.deleted({ count: ids.length }), {
    label: t.actions.undo,
    run: () => {
      waiting.delete(paths);
      show();
      toast.info(t.entries.undone({ count: ids.length }));
    },
    expire: () => void end(),
  });
  return true;
}
