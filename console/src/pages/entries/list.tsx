import { useEffect, useState } from 'preact/hooks';
import { labelFor, t } from '../../texts';
import { asSingular, asPlural } from '../../lib/content-types';
import { ApiError } from '../../lib/api';
import { useNames } from '../../lib/names';
import { listsOwnOnly, useEntryRights, useMe } from '../../lib/permissions';
import { useGet } from '../../lib/queries';
import { Link } from '../../lib/router';
import { type ContentType, type Counts, type Entry, type StatusCounts, type User } from '../../lib/types';
import { type EntryPageProps } from '../../shell/page-props';
import { Button, Checkbox } from '../../ui/controls';
import { Icon, typeIcon } from '../../ui/icons';
import { EmptyState, Page, Ready } from '../../ui/layout';
import { FilterTabs, Pagination, SortHeader } from '../../ui/lists';
import { BulkBar } from './bulk';
import { type Column, ColumnMenu, useColumns } from './columns';
import { Filters } from './filters';
import { hasFilters, type ListChange, listQuery, type ListState, noFilters, useListState } from './list-state';
import { EntryRow } from './row';

const TABS = ['any', 'mine', 'publish', 'future', 'draft', 'pending', 'private', 'trash'];

/** The list of the entries of a content type. */
export function EntriesPage({ type, userId }: EntryPageProps) {
  const [state, change] = useListState(type);
  const columns = useColumns(type);
  const me = useMe();
  const isOwnOnly = me !== undefined && type.members.author !== undefined && listsOwnOnly(me, type);
  const list = useGet<Entry[]>(me && type.route, listQuery(type, state, userId, isOwnOnly), { keepPrevious: true });
  const counts = countsOf(useGet<Counts>('nestpress/v1/counts').data?.data, type, isOwnOnly);
  const countOf = (key: string) => counts?.[key === 'any' ? 'all' : key];
  useEffect(() => {
    const isBeyondEnd = list.error instanceof ApiError && list.error.code === 'rest_post_invalid_page_number';
    if (isBeyondEnd && state.page > 1) change({});
  }, [list.error]);
  const tabs = TABS.filter((key) => key !== 'mine' || !isOwnOnly).filter(
    (key) => key === 'any' || key === state.status || counts === undefined || countOf(key),
  );
  return (
    <Page
      title={type.name}
      actions={
        <Link to={`${type.to}/new`} class="button button-primary">
          <Icon name="plus" size={16} />
          {t.entries.add(asSingular(type))}
        </Link>
      }
    >
      <FilterTabs
        label={t.entries.tabs}
        current={state.status}
        tabs={tabs.map((key) => ({ key, label: labelFor(t.status, key) ?? key, count: countOf(key) }))}
        onChange={(status) => change({ status: status === 'any' ? undefined : status })}
      />
      <Filters type={type} state={state} hasAuthors={!isOwnOnly} onChange={change}>
        <ColumnMenu {...columns} />
      </Filters>
      <Ready query={list}>
        {({ data, total = 0, pages = 1 }) =>
          data.length === 0 ? (
            <NothingHere type={type} state={state} onClear={() => change(noFilters(type))} />
          ) : (
            <div class={list.isPlaceholderData ? 'is-stale' : undefined}>
              <EntryTable type={type} columns={columns.visible} entries={data} state={state} onChange={change} />
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

function countsOf(counts: Counts | undefined, { slug }: ContentType, isOwnOnly: boolean): StatusCounts | undefined {
  const all = slug === 'post' || slug === 'page' ? counts?.[slug] : counts?.types[slug];
  if (!all || !isOwnOnly) return all;
  // Of others these users can read, and the service counts, what is published.
  const { mine = 0, future = 0, draft = 0, pending = 0, private: own = 0 } = all;
  return { ...all, all: mine, publish: mine - future - draft - pending - own };
}

function NothingHere({ type, state, onClear }: { type: ContentType; state: ListState; onClear(): void }) {
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
    <EmptyState icon={typeIcon(type.slug)} title={t.entries.empty(asPlural(type))}>
      <p>{t.entries.emptyText}</p>
      <Link to={`${type.to}/new`} class="button button-primary">
        {t.entries.add(asSingular(type))}
      </Link>
    </EmptyState>
  );
}

interface TableProps {
  type: ContentType;
  columns: readonly Column[];
  entries: readonly Entry[];
  state: ListState;
  onChange(changes: ListChange): void;
}

function EntryTable({ type, columns, entries, state, onChange }: TableProps) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [editing, setEditing] = useState<number>();
  const ids = entries.map(({ id }) => id).join();
  useEffect(() => setSelected(new Set()), [ids]);
  const authors = useNames<User>(
    'wp/v2/users',
    entries.map(({ author }) => author ?? 0),
  );
  const sorting = {
    orderby: state.orderby,
    order: state.order,
    onSort: (orderby: string, order: string) => onChange({ orderby, order }),
  };
  const toggle = (id: number, isOn: boolean) => {
    const next = new Set(selected);
    if (isOn) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  const rights = useEntryRights(type.route, entries);
  const editable = entries.filter(({ id }) => rights.get(id)?.edit);
  const chosen = editable.filter(({ id }) => selected.has(id));
  return (
    <div class="table-card">
      {chosen.length > 0 && (
        <BulkBar
          type={type}
          entries={chosen}
          mayDelete={chosen.every(({ id }) => rights.get(id)?.delete)}
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
                checked={chosen.length > 0 && chosen.length === editable.length}
                disabled={editable.length === 0}
                onChange={(isOn) => setSelected(new Set(isOn ? editable.map(({ id }) => id) : []))}
              />
            </th>
            <SortHeader label={t.entries.columns.title} field="title" {...sorting} />
            {columns.map(({ key, label, isSortable }) =>
              isSortable ? (
                <SortHeader key={key} label={label} field={key} {...sorting} />
              ) : (
                <th key={key} scope="col">
                  {label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <EntryRow
              key={entry.id}
              type={type}
              columns={columns}
              entry={entry}
              entries={entries}
              rights={rights.get(entry.id)}
              author={authors.get(entry.author ?? 0) ?? ''}
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
