import { useQuery } from '@tanstack/preact-query';
import { useEffect, useRef, useState } from 'preact/hooks';
import { labelFor, t } from '../../texts';
import { get } from '../../lib/api';
import { useGet } from '../../lib/queries';
import { useQueryState } from '../../lib/router';
import { type Comment, type ContentType, type Counts, type Entry } from '../../lib/types';
import { type PageProps } from '../../shell/page-props';
import { Button, SearchBox } from '../../ui/controls';
import { EmptyState, Note, Page, Ready } from '../../ui/layout';
import { FilterTabs, Pagination, Toolbar } from '../../ui/lists';
import { useShortcuts } from '../../ui/shortcuts';
import { titleOf } from '../entries/entry-texts';
import { CommentCard } from './comment-card';
import { type CommentAction, useCommentActions } from './comment-actions';

const TABS = ['hold', 'approve', 'spam', 'trash', 'all'];
const KEYS: Record<string, CommentAction | 'reply' | 'edit'> = {
  a: 'approve',
  u: 'hold',
  s: 'spam',
  d: 'trash',
  r: 'reply',
  e: 'edit',
};

/** The moderation queue. J and K move between comments, other keys act on the focused one. */
export function CommentsPage({ sections }: PageProps) {
  const [query, change] = useQueryState();
  const status = query.get('status') ?? 'hold';
  const search = query.get('search') ?? '';
  const postId = query.get('post') ?? '';
  const page = Math.max(1, Number(query.get('page')) || 1);
  const set = (changes: Record<string, string | undefined>) => change({ page: undefined, ...changes });
  const list = useGet<Comment[]>(
    'wp/v2/comments',
    { context: 'edit', status, search, post: postId, per_page: 20, page },
    { keepPrevious: true },
  );
  const counts = useGet<Counts>('nestpress/v1/counts').data?.data.comment;
  const actions = useCommentActions();
  const visible = list.data?.data.filter(({ id }) => !actions.gone.has(id)) ?? [];
  const titles = useTitles(list.data?.data ?? [], sections.types);
  return (
    <Page title={t.comments.title} intro={<span class="keys-hint">{t.comments.keys}</span>}>
      <FilterTabs
        label={t.entries.tabs}
        current={status}
        tabs={TABS.map((key) => ({ key, label: labelFor(t.comments.tabs, key)!, count: counts?.[key] }))}
        onChange={(key) => set({ status: key === 'hold' ? undefined : key })}
      />
      <Toolbar>
        <SearchBox label={t.comments.search} value={search} onSearch={(text) => set({ search: text })} />
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
              <Queue
                comments={visible}
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

interface QueueProps {
  comments: readonly Comment[];
  titles: Map<number, string>;
  actions: ReturnType<typeof useCommentActions>;
  onPost(id: number): void;
}

function Queue({ comments, titles, actions, onPost }: QueueProps) {
  const list = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState<{ id: number; mode: 'reply' | 'edit' }>();
  const focusAt = (index: number) => {
    const items = list.current?.querySelectorAll<HTMLElement>('[data-comment]');
    items?.[Math.max(0, Math.min(index, items.length - 1))]?.focus();
  };
  const [next, setNext] = useState<number>();
  useEffect(() => {
    if (next === undefined) return;
    focusAt(next);
    setNext(undefined);
  }, [next, comments.length]);

  const onKey = (event: KeyboardEvent) => {
    const focused = (event.target as Element).closest<HTMLElement>('[data-comment]');
    const index = comments.findIndex(({ id }) => String(id) === focused?.dataset.comment);
    const key = event.key.toLowerCase();
    if (key === 'j' || key === 'k') {
      event.preventDefault();
      focusAt(index === -1 ? 0 : index + (key === 'j' ? 1 : -1));
      return;
    }
    const action = KEYS[key];
    const comment = comments[index];
    if (!action || !comment) return;
    event.preventDefault();
    if (action === 'reply' || action === 'edit') setOpen({ id: comment.id, mode: action });
    else {
      void actions.run(comment, action);
      setNext(index);
    }
  };
  useShortcuts(onKey, open !== undefined);
  const setMode = (comment: Comment, mode: 'reply' | 'edit' | undefined) => {
    setOpen(mode && { id: comment.id, mode });
    // A form that is closed gives the focus back, and the keys work on.
    if (!mode) list.current?.querySelector<HTMLElement>(`[data-comment="${comment.id}"]`)?.focus();
  };

  return (
    <ul class="comments" ref={list}>
      {comments.map((comment) => (
        <CommentCard
          key={comment.id}
          comment={comment}
          postTitle={titles.get(comment.post) ?? '…'}
          mode={open?.id === comment.id ? open.mode : undefined}
          onMode={(mode) => setMode(comment, mode)}
          onAction={(action) => void actions.run(comment, action)}
          onPost={() => onPost(comment.post)}
        />
      ))}
    </ul>
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
