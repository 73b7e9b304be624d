import { useState } from 'preact/hooks';
import { labelFor, t } from '../../texts';
import { listsOwnOnly, useMe } from '../../lib/permissions';
import { useAction, useGet } from '../../lib/queries';
import { useQueryState } from '../../lib/router';
import { useStore } from '../../lib/store';
import { type Counts, type Media, type Month } from '../../lib/types';
import { deleteAll, deletedSoon } from '../../ui/bulk-actions';
import { Button, IconButton, SearchBox, Select } from '../../ui/controls';
import { EmptyState, Page, Ready } from '../../ui/layout';
import { FilterTabs, Pagination, Toolbar } from '../../ui/lists';
import { SavedViews } from '../../ui/saved-views';
import { getAllPages, SelectionBar, SelectPage, useSelection } from '../../ui/selection';
import { monthOption } from '../entries/filters';
import { monthRange } from '../entries/list-state';
import { AltTexts } from './alt-texts';
import { MediaDetails } from './details';
import { MediaGrid, MediaTable, useMediaList } from './media-list';
import { DropTarget, UploadButton, UploadList } from './upload-area';

const VIEW_KEY = 'nestpress:media-view';

export function MediaPage() {
  const [query, change] = useQueryState();
  const read = (name: string) => query.get(name) ?? '';
  const filter = { search: read('search'), type: read('type'), page: Math.max(1, Number(read('page')) || 1) };
  const month = read('month');
  const isAltMissing = read('alt') === 'missing';
  const set = (changes: Record<string, string | undefined>) => change({ page: undefined, ...changes });
  const [view, setView] = useState(() => localStorage.getItem(VIEW_KEY) ?? 'grid');
  const [open, setOpen] = useState<number>();
  const { list, query: listed } = useMediaList({ ...filter, month: monthRange(month) });
  const gone = useStore(deletedSoon);
  const items = list.data?.data.filter(({ id }) => !gone.has(`wp/v2/media/${id}`)) ?? [];
  const selection = useSelection(items);
  const ids = selection.items.map(({ id }) => id);
  const remove = useAction(async () => {
    if (await deleteAll('wp/v2/media', ids)) selection.clear();
  });
  const me = useMe();
  // The service counts every file that the user can read.
  const hasCounts = me && !listsOwnOnly(me);
  const counts = useGet<Counts>(hasCounts ? 'nestpress/v1/counts' : undefined).data?.data.attachment;
  const months = useGet<Month[]>('nestpress/v1/months', { type: 'attachment' }).data?.data ?? [];
  const showAs = (next: string) => {
    localStorage.setItem(VIEW_KEY, next);
    setView(next);
  };
  const Items = view === 'grid' ? MediaGrid : MediaTable;
  const tabs = ['', ...Object.keys(t.media.types)].map((key) => ({
    key,
    label: labelFor(t.media.types, key) ?? t.status.all!,
    count: counts?.[key || 'all'],
  }));
  return (
    <Page title={t.media.title} actions={<UploadButton />}>
      <DropTarget />
      <UploadList />
      <FilterTabs
        label={t.media.type}
        tabs={tabs}
        current={filter.type}
        onChange={(type) => set({ type, alt: undefined })}
      />
      <Toolbar>
        <SearchBox label={t.media.search} value={filter.search} onSearch={(search) => set({ search })} />
        <Button
          aria-pressed={isAltMissing}
          onClick={() => set({ alt: isAltMissing ? undefined : 'missing', type: undefined, month: undefined })}
        >
          {t.alt.filter}
        </Button>
        {!isAltMissing && months.length > 0 && (
          <Select
            hideLabel
            label={t.lists.month}
            value={month}
            options={[['', t.lists.allMonths], ...months.map(monthOption)]}
            onChange={(value) => set({ month: value })}
          />
        )}
        {!isAltMissing && view === 'grid' && <SelectPage selection={selection} page={items} />}
        <SavedViews />
        {!isAltMissing && (
          <span class="row" role="group" aria-label={t.media.view}>
            <IconButton
              icon="grid"
              label={t.media.grid}
              aria-pressed={view === 'grid'}
              onClick={() => showAs('grid')}
            />
            <IconButton
              icon="list"
              label={t.media.list}
              aria-pressed={view === 'list'}
              onClick={() => showAs('list')}
            />
          </span>
        )}
      </Toolbar>
      {isAltMissing ? (
        <AltTexts search={filter.search} page={filter.page} onPage={(page) => change({ page: String(page) })} />
      ) : (
        <Ready query={list}>
          {({ total = 0, pages = 1 }) =>
            items.length === 0 ? (
              filter.search || month || filter.type ? (
                <EmptyState icon="search" title={t.lists.nothing}>
                  <p>{t.lists.nothingText}</p>
                  <Button onClick={() => set({ search: '', type: '', month: '' })}>{t.lists.clear}</Button>
                </EmptyState>
              ) : (
                <EmptyState icon="media" title={t.media.empty}>
                  <p>{t.media.emptyText}</p>
                </EmptyState>
              )
            ) : (
              <div class={list.isPlaceholderData ? 'is-stale' : undefined}>
                {ids.length > 0 && (
                  <SelectionBar
                    selection={selection}
                    page={items}
                    total={total}
                    loadAll={() => getAllPages<Media>('wp/v2/media', listed)}
                  >
                    <Button small kind="danger" disabled={remove.isBusy} onClick={() => void remove.run()}>
                      {t.actions.deleteForever}
                    </Button>
                  </SelectionBar>
                )}
                <Items items={items} selection={selection} onOpen={({ id }) => setOpen(id)} />
                <Pagination
                  page={filter.page}
                  pages={pages}
                  total={total}
                  onChange={(page) => change({ page: String(page) })}
                />
              </div>
            )
          }
        </Ready>
      )}
      {open !== undefined && <MediaDetails key={open} id={open} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}
