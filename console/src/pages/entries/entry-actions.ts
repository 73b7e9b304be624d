import { t } from '../../texts';
import { del, getTogether, post } from '../../lib/api';
import { type Entry } from '../../lib/types';
import { changeAll } from '../../ui/bulk-actions';

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
