import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { post } from '../../lib/api';
import { formatAgo, formatDateTime } from '../../lib/dates';
import { invalidate, queryClient, useAction, useGet } from '../../lib/queries';
import { Link, navigate } from '../../lib/router';
import { type ContentType, type Entry, type Revision, type User } from '../../lib/types';
import { type EntryPageProps } from '../../shell/page-props';
import { Button } from '../../ui/controls';
import { EmptyState, Page, Ready } from '../../ui/layout';
import { toast } from '../../ui/toasts';
import { useNames } from '../../lib/names';
import { titleOf } from '../entries/entry-texts';
import { Diff } from './diff';

export function RevisionsPage({ type, id }: EntryPageProps) {
  const path = `${type.route}/${id}`;
  const entry = useGet<Entry>(path, { context: 'edit' });
  const revisions = useGet<Revision[]>(`${path}/revisions`, { context: 'edit' });
  return (
    <Page
      title={t.revisions.title}
      intro={<Link to={`${type.to}/${id}`}>{entry.data ? titleOf(entry.data.data) : t.actions.back}</Link>}
    >
      <Ready query={entry}>
        {({ data, etag, allow }) => (
          <Ready query={revisions}>
            {({ data: list }) =>
              list.length === 0 ? (
                <EmptyState icon="history" title={t.revisions.none}>
                  <p>{t.revisions.noneText}</p>
                </EmptyState>
              ) : (
                <Compare type={type} entry={data} etag={etag} mayEdit={allow.includes('POST')} revisions={list} />
              )
            }
          </Ready>
        )}
      </Ready>
    </Page>
  );
}

interface CompareProps {
  type: ContentType;
  entry: Entry;
  etag: string | undefined;
  mayEdit: boolean;
  revisions: readonly Revision[];
}

/** When the texts of a revision were saved. */
const timeOf = ({ modified }: Revision) => formatDateTime(modified);

const FIELDS = ['title', 'content', 'excerpt'] as const;

/** A revision compared with the entry as it is now, or with the revision before it. */
function Compare({ type, entry, etag, mayEdit, revisions }: CompareProps) {
  // The newest revision usually is the current version; begin with one that differs.
  const [chosen, setChosen] = useState(
    () =>
      (revisions.find((revision) => FIELDS.some((name) => revision[name]?.raw !== entry[name]?.raw)) ?? revisions[0]!)
        .id,
  );
  const [base, setBase] = useState<'current' | 'previous'>('current');
  const authors = useNames<User>(
    'wp/v2/users',
    revisions.map(({ author }) => author),
  );
  const writers = useGet<{ id: number; via: string }[]>(`nestpress/v1/entries/${entry.id}/revisions`);
  const agents = new Map(writers.data?.data.map(({ id, via }) => [id, via]));
  const index = Math.max(
    0,
    revisions.findIndex(({ id }) => id === chosen),
  );
  const revision = revisions[index]!;
  const previous = revisions[index + 1];
  const restore = useAction(async () => {
    const values = Object.fromEntries(
      FIELDS.filter((name) => type.members[name]).map((name) => [name, revision[name]?.raw ?? '']),
    );
    await post(`${type.route}/${entry.id}`, values, etag ? { 'If-Match': etag } : undefined);
    queryClient.removeQueries({ queryKey: ['get', `${type.route}/${entry.id}`] });
    invalidate(type.route);
    toast.info(t.revisions.restored({ date: timeOf(revision) }));
    navigate(`${type.to}/${entry.id}`);
  });
  const raw = (of: Pick<Entry, 'title' | 'content' | 'excerpt'> | undefined, name: (typeof FIELDS)[number]) =>
    of?.[name]?.raw ?? '';
  const isPrevious = base === 'previous';
  return (
    <div class="revisions">
      <ul class="revision-list card" aria-label={t.revisions.title}>
        {revisions.map(({ id, author, modified, date_gmt: gmt, slug }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === chosen}
              title={formatDateTime(modified)}
              onClick={() => setChosen(id)}
            >
              <strong>{formatAgo(gmt, modified)}</strong>
              <span class="muted small">
                {authors.get(author) ?? ''}
                {agents.get(id) && ` ${t.revisions.via({ agent: agents.get(id)! })}`}
                {slug.includes('autosave') && ` · ${t.revisions.autosave}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div class="card">
        <div class="row spread">
          <div class="segmented" role="group" aria-label={t.revisions.compareWith}>
            <button type="button" aria-pressed={!isPrevious} onClick={() => setBase('current')}>
              {t.revisions.withCurrent}
            </button>
            <button type="button" aria-pressed={isPrevious} disabled={!previous} onClick={() => setBase('previous')}>
              {t.revisions.withPrevious}
            </button>
          </div>
          {mayEdit && (
            <Button kind="primary" small icon="restore" isBusy={restore.isBusy} onClick={() => void restore.run()}>
              {t.revisions.restore}
            </Button>
          )}
        </div>
        <Diff
          labels={
            isPrevious ? [previous ? timeOf(previous) : '', timeOf(revision)] : [timeOf(revision), t.revisions.current]
          }
          fields={FIELDS.filter((name) => type.members[name]).map((name) => ({
            label: t.revisions.fields[name],
            before: raw(isPrevious ? previous : revision, name),
            after: raw(isPrevious ? revision : entry, name),
          }))}
        />
      </div>
    </div>
  );
}
