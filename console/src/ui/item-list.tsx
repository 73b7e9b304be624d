import { type ComponentChildren } from 'preact';
import { t } from '../texts';
import { type ApiResponse } from '../lib/api';
import { useQueryState } from '../lib/router';
import { Button, SearchBox } from './controls';
import { type IconName } from './icons';
import { EmptyState, Ready } from './layout';
import { Pagination, Toolbar } from './lists';

/** Search, filters and page of a list, which are part of the address. */
export interface ListState<Name extends string = 'search'> {
  filter: Record<Name, string>;
  page: number;
  /** Changes filters and returns to the first page. */
  set(changes: Partial<Record<Name, string>>): void;
  goTo(page: number): void;
}

export function useListState<Name extends string>(...names: readonly Name[]): ListState<Name | 'search'> {
  const [query, change] = useQueryState();
  const filter = Object.fromEntries(['search', ...names].map((name) => [name, query.get(name) ?? '']));
  return {
    filter: filter as Record<Name | 'search', string>,
    page: Math.max(1, Number(query.get('page')) || 1),
    set: (changes) => change({ page: undefined, ...changes }),
    goTo: (page) => change({ page: String(page) }),
  };
}

interface Column<T> {
  label: string;
  hideLabel?: boolean;
  class?: string;
  cell(item: T): ComponentChildren;
}

interface ItemListProps<T> {
  query: { data: ApiResponse<T[]> | undefined; error: Error | null; refetch(): unknown };
  state: ListState;
  icon: IconName;
  /** Label of the search. */
  search: string;
  /** Next to the search. */
  filters?: ComponentChildren;
  /** Title and text of a list without items. */
  empty: readonly [title: string, text: string];
  /** The first one names the item. */
  columns?: Column<T>[];
  /** Instead of columns. */
  children?(items: T[], total: number): ComponentChildren;
}

/** The search, a page of items with its pagination, or what to do where there are none. */
export function ItemList<T extends { id: number }>(props: ItemListProps<T>) {
  const { query, state, icon, search, filters, empty, columns = [], children } = props;
  const names = Object.entries(state.filter).flatMap(([name, value]) => (value === '' ? [] : [name]));
  const [title, text] = names.length > 0 ? [t.lists.nothing, t.lists.nothingText] : empty;
  return (
    <>
      <Toolbar>
        <SearchBox label={search} value={state.filter.search} onSearch={(words) => state.set({ search: words })} />
        {filters}
      </Toolbar>
      <Ready query={query}>
        {({ data, total, pages = 1 }) =>
          data.length === 0 ? (
            <EmptyState icon={icon} title={title}>
              <p>{text}</p>
              {names.length > 0 && (
                <Button onClick={() => state.set(Object.fromEntries(names.map((name) => [name, ''])))}>
                  {t.lists.clear}
                </Button>
              )}
            </EmptyState>
          ) : (
            <>
              {children ? children(data, total ?? data.length) : <ItemTable items={data} columns={columns} />}
              {total !== undefined && (
                <Pagination page={state.page} pages={pages} total={total} onChange={state.goTo} />
              )}
            </>
          )
        }
      </Ready>
    </>
  );
}

interface ItemTableProps<T> {
  items: T[];
  columns: Column<T>[];
  label?: string;
}

/** On a phone, the columns after the first are lines with their labels. */
export function ItemTable<T extends { id: number }>({ items, columns, label: name }: ItemTableProps<T>) {
  return (
    <div class="table-card">
      <table class="table responsive no-check" aria-label={name}>
        <thead>
          <tr>
            {columns.map(({ label, hideLabel }) => (
              <th key={label} scope="col">
                {hideLabel ? <span class="visually-hidden">{label}</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              {columns.map(({ label, hideLabel, class: className, cell }, index) => (
                <td key={label} class={className} data-label={index > 0 && !hideLabel ? label : undefined}>
                  {cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
