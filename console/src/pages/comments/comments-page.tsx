import { useQuery } from '@tanstack/preact-query';
import { labelFor, t } from '../../texts';
import { get } from '../../lib/api';
import { useGet } from '../../lib/queries';
import { Link, useQueryState } from '../../lib/router';
import { useStore } from '../../lib/store';
import { type Comment, type ContentType, type Counts, type Entry } from '../../lib/types';
import { type PageProps } from '../../shell/page-props';
import { deletedSoon } from '../../ui/bulk-actions';
import { Button, SearchBox } from '../../ui/controls';
import { Icon } from '../../ui/icons';
import { EmptyState, Note, Page, Ready } from '../../ui/layout';
import { FilterTabs, Pagination, Toolbar } from '../../ui/lists';
import { SavedViews } from '../../ui/saved-views';
import { getAllPages, SelectionBar, SelectPage, useSelection } from '../../ui/selection';
import { titleOf } from '../entries/entry-texts';
import { PATH, useCommentActions } from './comment-actions';
import { CommentBulkActions } from './comment-bulk';
import { Queue } from './queue';

const TABS = ['hold', 'approve', 'spam', 'trash', 'all'];
/** The moderation queue. J and K move between comments, other keys act on the focused one. */
export function CommentsPage({ sections }: PageProps) {
  const [query, change] = useQueryState();
  const status = query.get('status') ?? 'hold';
  const search = query.get('search') ?? '';
  const postId = query.get('post') ?? '';
  const page = Math.max(1, Number(query.get('page')) || 1);
  const set = (changes: Record<string, string | undefined>) => change({ page: undefined, ...changes });
  const filter = { context: 'edit', status, search, post: postId };
  const list = useGet<Comment[]>(PATH, { ...filter, per_page: 20, page }, { keepPrevious: true });
  const counts = useGet<Counts>('nestpress/v1/counts').data?.data.comment;
  const actions = useCommentActions();
  const deleted = useStore(deletedSoon);
  const isThere = ({ id }: Comment) => !actions.gone.has(id) && !deleted.has(`${PATH}/${id}`);
  const visible = list.data?.data.filter(isThere) ?? [];
  const selection = useSelection(visible);
  const titles = useTitles(list.data?.data ?? [], sections.types);
  const rules = sections.settings && (
    <Link to="comments/rules" class="button button-plain">
      <Icon name="settings" size={16} />
      {t.commentRules.title}
    </Link>
  );
  return (
    <Page title={t.comments.title} intro={<span class="keys-hint">{t.comments.keys}</span>} actions={rules}>
      <FilterTabs
        label={t.entries.tabs}
        current={status}
        tabs={TABS.map((key) => ({ key, label: labelFor(t.comments.tabs, key)!, count: counts?.[key] }))}
        onChange={(key) => set({ status: key === 'hold' ? undefined : key })}
      />
      <Toolbar>
        <SelectPage selection={selection} page={visible} />
        <SearchBox label={t.comments.search} value={search} onSearch={(text) => set({ search: text })} />
        <SavedViews />
      </Toolbar>
      {postId && (
        <Note
          actions={
            <Button small onClick={() => set({ post: undefined })}>
              {t.comments.allPosts}
            </Button>
          }
        >
          {t.comments.ofPost({ title: titles.get(Number(postId)) ?? '…' })}
        </Note>
      )}
      <Ready query={list}>
        {({ total = 0, pages = 1 }) =>
          visible.length === 0 ? (
            <EmptyState
              icon="comment"
              title={search ? t.lists.nothing : (labelFor(t.comments.empty, status) ?? t.lists.nothing)}
            >
              <p>{search ? t.lists.nothingText : t.comments.emptyText}</p>
            </EmptyState>
          ) : (
            <>
              {selection.items.length > 0 && (
                <SelectionBar
                  selection={selection}
                  page={visible}
                  total={total}
                  loadAll={() => getAllPages<Comment>(PATH, filter)}
                >
                  <CommentBulkActions comments={selection.items} onDone={selection.clear} />
                </SelectionBar>
              )}
              <Queue
                comments={visible}
                selection={selection}
                titles={titles}
                actions={actions}
                onPost={(id) => set({ post: String(id), status: 'all' })}
              />
              <Pagination page={page} pages={pages} total={total} onChange={(next) => change({ page: String(next) })} />
            </>
          )
        }
      </Ready>
    </Page>
  );
}

/** Titles of the commented entries, in one request for each content type. */
function useTitles(comments: readonly Comment[], types: readonly ContentType[]): Map<number, string> {
  const include = [...new Set(comments.map(({ post }) => post))].sort((a, b) => a - b);
  const query = { include, per_page: 100, status: 'any', context: 'edit', _fields: 'id,title' };
  const entries = useQuery({
    queryKey: ['titles', include],
    enabled: include.length > 0,
    staleTime: 60_000,
    placeholderData: (before: Entry[] | undefined) => before,
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await Promise.all(types.map(({ route }) => get<Entry[]>(route, query, signal)))).flatMap(({ data }) => data),
  }).data as Entry[] | undefined;
  return new Map(entries?.map((entry) => [entry.id, titleOf(entry)]));
}
