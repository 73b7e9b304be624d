import { useEffect } from 'preact/hooks';
import { t } from '../../texts';
import { asSingular, asPlural } from '../../lib/content-types';
import { ApiError } from '../../lib/api';
import { listsOwnOnly, useMe } from '../../lib/permissions';
import { useGet } from '../../lib/queries';
import { Link } from '../../lib/router';
import { statusLabel } from '../../lib/statuses';
import { declaredStatuses } from '../../lib/transitions';
import { useStore } from '../../lib/store';
import { type ContentType, type Counts, type Entry, type StatusCounts } from '../../lib/types';
import { type EntryPageProps } from '../../shell/page-props';
import { deletedSoon } from '../../ui/bulk-actions';
import { Button } from '../../ui/controls';
import { Icon, typeIcon } from '../../ui/icons';
import { EmptyState, Page, Ready } from '../../ui/layout';
import { FilterTabs, Pagination } from '../../ui/lists';
import { SavedViews } from '../../ui/saved-views';
import { ColumnMenu, useColumns } from './columns';
import { EntryTable } from './entry-table';
import { Filters } from './filters';
import { hasFilters, listQuery, type ListState, noFilters, useListState } from './list-state';

const TABS = ['any', 'mine', 'publish', 'future', 'draft', 'pending', 'private', 'trash'];

/** The list of the entries of a content type. */
export function EntriesPage({ type, userId }: EntryPageProps) {
  const [state, change] = useListState(type);
  const columns = useColumns(type);
  const me = useMe();
  const isOwnOnly = me !== undefined && type.members.author !== undefined && listsOwnOnly(me, type);
  const query = listQuery(type, state, userId, isOwnOnly);
  const list = useGet<Entry[]>(me && type.route, query, { keepPrevious: true });
  const gone = useStore(deletedSoon);
  const counts = countsOf(useGet<Counts>('nestpress/v1/counts').data?.data, type, isOwnOnly);
  const countOf = (key: string) => counts?.[key === 'any' ? 'all' : key];
  useEffect(() => {
    const isBeyondEnd = list.error instanceof ApiError && list.error.code === 'rest_post_invalid_page_number';
    if (isBeyondEnd && state.page > 1) change({});
  }, [list.error]);
  const statuses = [...TABS.slice(0, -1), ...declaredStatuses(type), 'trash'];
  const tabs = statuses
    .filter((key) => key !== 'mine' || !isOwnOnly)
    .filter((key) => key === 'any' || key === state.status || counts === undefined || countOf(key));
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
        tabs={tabs.map((key) => ({ key, label: statusLabel(type, key), count: countOf(key) }))}
        onChange={(status) => change({ status: status === 'any' ? undefined : status })}
      />
      <Filters type={type} state={state} hasAuthors={!isOwnOnly} onChange={change}>
        <SavedViews key={type.slug} />
        <ColumnMenu {...columns} />
      </Filters>
      <Ready query={list}>
        {({ data, total = 0, pages = 1 }) =>
          data.length === 0 ? (
            <NothingHere type={type} state={state} onClear={() => change(noFilters(type))} />
          ) : (
            <div class={list.isPlaceholderData ? 'is-stale' : undefined}>
              <EntryTable
                type={type}
                columns={columns.visible}
                entries={data.filter(({ id }) => !gone.has(`${type.route}/${id}`))}
                total={total}
                state={state}
                query={query}
                onChange={change}
              />
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
