import { t } from '../../texts';
import { del, getTogether, messageOf, post } from '../../lib/api';
import { invalidate } from '../../lib/queries';
import { type Entry } from '../../lib/types';
import { ask } from '../../ui/dialog';
import { toast } from '../../ui/toasts';

const AT_ONCE = 4;

/** Runs the work for every item, a few at a time; throws a summary where some failed. Returns how many succeeded. */
export async function forEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number> {
  const left = [...items];
  const problems: unknown[] = [];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      await work(item).catch((error: unknown) => problems.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  if (problems.length === 0) return items.length;
  if (items.length === 1) throw problems[0];
  throw new Error(t.lists.bulkFailed({ failed: problems.length, all: items.length, why: messageOf(problems[0]) }));
}

type Ref = Pick<Entry, 'id'>;

/** What the service returns an entry to. */
interface State {
  id: number;
  status: string;
  slug: string;
  /** Empty: dated when it is published. */
  date_gmt: string;
  sticky: boolean;
}

const restored = ({ id }: Ref) => post(`nestpress/v1/entries/${id}/restore`);

const returned = ({ id, status, slug, date_gmt, sticky }: State) =>
  post(`nestpress/v1/entries/${id}/restore`, { status, slug, date_gmt, sticky });

const statesOf = (entries: readonly Ref[]): Promise<State[]> =>
  Promise.all(entries.map(async ({ id }) => (await getTogether<State>(`nestpress/v1/entries/${id}`)).data));

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

/** Changes the entries and offers to return those that were changed to how they were. */
export async function changeAll<T>(
  path: string,
  items: readonly T[],
  {
    change,
    undo,
    message,
  }: { change(item: T): Promise<unknown>; undo(item: T): Promise<unknown>; message(values: { count: number }): string },
): Promise<void> {
  const done: T[] = [];
  try {
    await forEach(items, (item) => change(item).then(() => done.push(item)));
  } finally {
    if (done.length > 0) offerUndo(path, message({ count: done.length }), done, undo);
  }
}

export async function moveToTrash(path: string, entries: readonly Ref[]): Promise<void> {
  await changeAll(path, await statesOf(entries), {
    change: ({ id }) => del(`${path}/${id}`),
    undo: returned,
    message: t.entries.trashed,
  });
}

/** Takes entries out of the trash as they were before. */
export const restoreFromTrash = (path: string, entries: readonly Ref[]) =>
  changeAll(path, entries, {
    change: restored,
    undo: ({ id }) => del(`${path}/${id}`),
    message: t.entries.restored,
  });

export async function changeStatus(path: string, entries: readonly Ref[], status: string): Promise<void> {
  await changeAll(path, await statesOf(entries), {
    change: ({ id }) => post(`${path}/${id}`, { status }),
    undo: returned,
    message: t.entries.changed,
  });
}

export async function deleteForever(path: string, entries: readonly Ref[]): Promise<void> {
  const isConfirmed = await ask({
    title: t.entries.deleteQuestion({ count: entries.length }),
    text: t.entries.deleteText,
    confirm: t.actions.deleteForever,
    isDangerous: true,
  });
  if (!isConfirmed) return;
  await forEach(entries, ({ id }) => del(`${path}/${id}`, { force: true }));
}
