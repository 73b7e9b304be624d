import { useEffect, useState } from 'preact/hooks';
import { t } from '../../texts';
import { ApiError } from '../../lib/api';
import { useNames } from '../../lib/names';
import { useGet } from '../../lib/queries';
import { Link } from '../../lib/router';
import { type ContentType, type Counts, type Entry, type Term, type User } from '../../lib/types';
import { type PageProps } from '../../shell/page-props';
import { Button, Checkbox } from '../../ui/controls';
import { Icon } from '../../ui/icons';
import { EmptyState, Page, Ready } from '../../ui/layout';
import { FilterTabs, Pagination, SortHeader } from '../../ui/lists';
import { BulkBar } from './bulk';
import { Filters } from './filters';
import { hasFilters, listQuery, type ListState, useListState } from './list-state';
import { EntryRow } from './row';

export const PostsPage = (props: PageProps) => <EntryList type="posts" userId={props.userId} />;
export const PagesPage = (props: PageProps) => <EntryList type="pages" userId={props.userId} />;

const TABS = ['any', 'mine', 'publish', 'future', 'draft', 'pending', 'private', 'trash'];

function EntryList({ type, userId }: { type: ContentType; userId: number }) {
  const words = t.entries[type];
  const [state, change] = useListState();
  const list = useGet<Entry[]>(`wp/v2/${type}`, listQuery(type, state, userId), { keepPrevious: true });
  const counts = useGet<Counts>('nestpress/v1/counts').data?.data[type === 'posts' ? 'post' : 'page'];
  const countOf = (key: string) => counts?.[key === 'any' ? 'all' : key];
  useEffect(() => {
    const isBeyondEnd = list.error instanceof ApiError && list.error.code === 'rest_post_invalid_page_number';
    if (isBeyondEnd && state.page > 1) change({});
  }, [list.error]);
  const tabs = TABS.filter((key) => key === 'any' || key === state.status || counts === undefined || countOf(key));
  return (
    <Page
      title={words.title}
      actions={
        <Link to={`${type}/new`} class="button button-primary">
          <Icon name="plus" size={16} />
          {words.add}
        </Link>
      }
    >
      <FilterTabs
        label={t.entries.tabs}
        current={state.status}
        tabs={tabs.map((key) => ({ key, label: t.status[key] ?? key, count: countOf(key) }))}
        onChange={(status) => change({ status: status === 'any' ? undefined : status })}
      />
      <Filters type={type} state={state} onChange={change} />
      <Ready query={list}>
        {({ data, total = 0, pages = 1 }) =>
          data.length === 0 ? (
            <NothingHere type={type} state={state} onClear={() => change(NO_FILTERS)} />
          ) : (
            <div class={list.isPlaceholderData ? 'is-stale' : undefined}>
              <EntryTable type={type} entries={data} state={state} onChange={change} />
              <Pagination
                page={state.page}
                pages={pages}
                total={total}
                onChange={(page) => change({ page: String(page) })}
              />
            </div>
          )
        }
      </Ready>
    </Page>
  );
}

const NO_FILTERS = { search: undefined, author: undefined, category: undefined, tag: undefined, month: undefined };

function NothingHere({ type, state, onClear }: { type: ContentType; state: ListState; onClear(): void }) {
  const words = t.entries[type];
  if (hasFilters(state)) {
    return (
      <EmptyState icon="search" title={t.lists.nothing}>
        <p>{t.lists.nothingText}</p>
        <Button onClick={onClear}>{t.lists.clear}</Button>
      </EmptyState>
    );
  }
  if (state.status === 'trash') return <EmptyState icon="trash" title={t.entries.emptyTrash} />;
  return (
    <EmptyState icon={type === 'posts' ? 'post' : 'page'} title={words.empty}>
      <p>{t.entries.emptyText}</p>
      <Link to={`${type}/new`} class="button button-primary">
        {words.add}
      </Link>
    </EmptyState>
  );
}

interface TableProps {
  type: ContentType;
  entries: readonly Entry[];
  state: ListState;
  onChange(changes: Partial<Record<keyof ListState, string>>): void;
}

function EntryTable({ type, entries, state, onChange }: TableProps) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [editing, setEditing] = useState<number>();
  const ids = entries.map(({ id }) => id).join();
  useEffect(() => setSelected(new Set()), [ids]);
  const authors = useNames<User>(
    'wp/v2/users',
    entries.map(({ author }) => author),
  );
  const categories = useNames<Term>(
    'wp/v2/categories',
    entries.flatMap((entry) => entry.categories ?? []),
  );
  const { columns } = t.entries;
  const sort = (orderby: string, order: string) => onChange({ orderby, order });
  const toggle = (id: number, isOn: boolean) => {
    const next = new Set(selected);
    if (isOn) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  const isAll = selected.size === entries.length;
  return (
    <div class="table-card">
      {selected.size > 0 && (
        <BulkBar
          type={type}
          entries={entries.filter(({ id }) => selected.has(id))}
          onDone={() => setSelected(new Set())}
        />
      )}
      <table class="table responsive entries">
        <thead>
          <tr>
            <th class="check-cell">
              <Checkbox
                label={t.lists.selectAll}
                hideLabel
                checked={isAll}
                onChange={(isOn) => setSelected(new Set(isOn ? entries.map(({ id }) => id) : []))}
              />
            </th>
            <SortHeader label={columns.title} field="title" orderby={state.orderby} order={state.order} onSort={sort} />
            <th scope="col">{columns.author}</th>
            {type === 'posts' && <th scope="col">{columns.categories}</th>}
            <SortHeader label={columns.date} field="date" orderby={state.orderby} order={state.order} onSort={sort} />
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <EntryRow
              key={entry.id}
              type={type}
              entry={entry}
              author={authors.get(entry.author) ?? ''}
              categories={(entry.categories ?? []).flatMap((id) => categories.get(id) ?? [])}
              isSelected={selected.has(entry.id)}
              onSelect={(isOn) => toggle(entry.id, isOn)}
              isEditing={editing === entry.id}
              onEdit={(isOn) => setEditing(isOn ? entry.id : undefined)}
              onFilter={onChange}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
