import { type ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { get, type Query } from '../lib/api';
import { useAction } from '../lib/queries';
import { useStore } from '../lib/store';
import { t } from '../texts';
import { bulkProgress } from './bulk-actions';
import { Button, Checkbox } from './controls';

interface Item {
  id: number;
}

/** The selected items of a list: of the page that is shown, or of all pages. */
export interface Selection<T extends Item> {
  items: readonly T[];
  has(id: number): boolean;
  toggle(item: T, isOn: boolean): void;
  set(items: readonly T[]): void;
  clear(): void;
}

/** Begins empty for every page of the list. */
export function useSelection<T extends Item>(page: readonly T[]): Selection<T> {
  const [selected, setSelected] = useState<ReadonlyMap<number, T>>(new Map());
  const ids = page.map(({ id }) => id).join();
  const set = (items: readonly T[]) => setSelected(new Map(items.map((item) => [item.id, item])));
  const clear = () => set([]);
  useEffect(clear, [ids]);
  // Those of the page as they are now, not as they were when they were selected.
  const current = new Map(page.map((item) => [item.id, item]));
  const items = [...selected.values()].map((item) => current.get(item.id) ?? item);
  return {
    items,
    has: (id) => selected.has(id),
    toggle: (item, isOn) => set(isOn ? [...items, item] : items.filter(({ id }) => id !== item.id)),
    set,
    clear,
  };
}

/** Selects all items of the page, or none. */
export function SelectPage<T extends Item>({ selection, page }: { selection: Selection<T>; page: readonly T[] }) {
  return (
    <Checkbox
      label={t.lists.selectAll}
      hideLabel
      checked={page.length > 0 && page.every(({ id }) => selection.has(id))}
      disabled={page.length === 0}
      onChange={(isOn) => selection.set(isOn ? page : [])}
    />
  );
}

interface BarProps<T extends Item> {
  selection: Selection<T>;
  page: readonly T[];
  /** How many items all pages have. */
  total: number;
  /** Reads the items of all pages. */
  loadAll(): Promise<readonly T[]>;
  children: ComponentChildren;
}

/** What can be done with the selected items. */
export function SelectionBar<T extends Item>({ selection, page, total, loadAll, children }: BarProps<T>) {
  const progress = useStore(bulkProgress);
  const [hasAll, setAll] = useState(false);
  const load = useAction(async () => {
    selection.set(await loadAll());
    setAll(true);
  });
  const count = selection.items.length;
  const isPage = page.every(({ id }) => selection.has(id));
  return (
    <div class="bulk-bar" role="group" aria-label={t.lists.bulk}>
      <strong aria-live="polite">{progress ? t.lists.progress(progress) : t.lists.selected({ count })}</strong>
      {isPage && !hasAll && total > count && (
        <Button small kind="quiet" isBusy={load.isBusy} onClick={() => void load.run()}>
          {t.lists.selectEverything({ count: total })}
        </Button>
      )}
      {children}
      <Button small kind="quiet" onClick={selection.clear}>
        {t.lists.clearSelection}
      </Button>
    </div>
  );
}

const MAX_PAGE_SIZE = 100;

/** All pages of a list. */
export async function getAllPages<T>(path: string, query: Query): Promise<T[]> {
  const items: T[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const response = await get<T[]>(path, { ...query, per_page: MAX_PAGE_SIZE, page });
    items.push(...response.data);
    pages = response.pages ?? 1;
  }
  return items;
}
