import { t } from '../../texts';
import { del, messageOf, post } from '../../lib/api';
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
  throw new Error(t.lists.bulkFailed(problems.length, items.length, messageOf(problems[0])));
}

type Ref = Pick<Entry, 'id' | 'status'>;

export async function moveToTrash(path: string, entries: readonly Ref[]): Promise<void> {
  const done = await forEach(entries, ({ id }) => del(`${path}/${id}`));
  toast.info(t.entries.trashed(done), {
    label: t.actions.undo,
    run: () =>
      void forEach(entries, ({ id, status }) => post(`${path}/${id}`, { status })).then(
        () => invalidate(path, 'nestpress/v1/counts'),
        (error: unknown) => toast.error(messageOf(error)),
      ),
  });
}

export async function changeStatus(path: string, entries: readonly Ref[], status: string): Promise<void> {
  const done = await forEach(entries, ({ id }) => post(`${path}/${id}`, { status }));
  toast.info(t.entries.changed(done));
}

export async function deleteForever(path: string, entries: readonly Ref[]): Promise<void> {
  const isConfirmed = await ask({
    title: t.entries.deleteQuestion(entries.length),
    text: t.entries.deleteText,
    confirm: t.actions.deleteForever,
    isDangerous: true,
  });
  if (!isConfirmed) return;
  await forEach(entries, ({ id }) => del(`${path}/${id}`, { force: true }));
}
