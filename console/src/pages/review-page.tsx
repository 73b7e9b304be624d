import { t } from '../texts';
import { post } from '../lib/api';
import { formatAgo } from '../lib/dates';
import { useNames } from '../lib/names';
import { useMe } from '../lib/permissions';
import { invalidate, useAction, useGet } from '../lib/queries';
import { Link } from '../lib/router';
import { statusLabel } from '../lib/statuses';
import { possibleStatuses, type ReviewQueue, reviewQueues, waitingIn } from '../lib/transitions';
import { type Counts, type Entry, type User } from '../lib/types';
import { type PageProps } from '../shell/page-props';
import { offerUndo } from '../ui/bulk-actions';
import { Button } from '../ui/controls';
import { Card, EmptyState, Page, Ready } from '../ui/layout';
import { toast } from '../ui/toasts';
import { titleOf } from './entries/entry-texts';

const MAX_ROWS = 20;

/** What waits for a decision that the user may make, the longest first. */
export function ReviewPage({ sections }: PageProps) {
  const me = useMe();
  const counts = useGet<Counts>('nestpress/v1/counts').data?.data;
  const queues = reviewQueues(sections.types, me).filter((queue) => counts && waitingIn(queue, counts) > 0);
  return (
    <Page title={t.nav.review}>
      {counts && queues.length === 0 && (
        <EmptyState icon="edit" title={t.review.empty}>
          <p>{t.review.emptyText}</p>
        </EmptyState>
      )}
      {queues.map((queue) => (
        <Queue key={`${queue.type.slug} ${queue.status}`} queue={queue} me={me} />
      ))}
    </Page>
  );
}

function Queue({ queue, me }: { queue: ReviewQueue; me: User | undefined }) {
  const { type, status, decisions } = queue;
  const query = useGet<Entry[]>(type.route, {
    context: 'edit',
    status,
    orderby: 'modified',
    order: 'asc',
    per_page: MAX_ROWS,
    _fields: 'id,title,author,modified,modified_gmt',
  });
  const authors = useNames<User>('wp/v2/users', query.data?.data.map(({ author }) => author ?? 0) ?? []);
  const decide = useAction(async (entry: Entry, to: string) => {
    const path = `${type.route}/${entry.id}`;
    try {
      await post(path, { status: to });
    } finally {
      invalidate(type.route, 'nestpress/v1/counts');
    }
    const message = t.review.decided({ title: titleOf(entry), status: statusLabel(type, to) });
    const canReturn = possibleStatuses(type, to, [status], me).includes(status);
    if (canReturn) offerUndo(type.route, message, [path], (changed) => post(changed, { status }));
    else toast.info(message);
  });
  const labelOf = (to: string) =>
    to === 'publish' ? t.entries.publish : to === 'draft' ? t.entries.toDraft : statusLabel(type, to);
  return (
    <Card title={`${type.name}: ${statusLabel(type, status)}`}>
      <Ready query={query}>
        {({ data, total = 0 }) => (
          <>
            <ul class="simple-list">
              {data.map((entry) => (
                <li key={entry.id}>
                  <span class="grow">
                    <Link to={`${type.to}/${entry.id}`}>{titleOf(entry)}</Link>{' '}
                    <span class="muted small">
                      {[authors.get(entry.author ?? 0), formatAgo(entry.modified_gmt, entry.modified)]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                  {decisions.map((to) => (
                    <Button
                      key={to}
                      small
                      kind={to === decisions[0] ? 'primary' : 'plain'}
                      aria-label={t.review.decide({ title: titleOf(entry), decision: labelOf(to) })}
                      disabled={decide.isBusy}
                      onClick={() => void decide.run(entry, to)}
                    >
                      {labelOf(to)}
                    </Button>
                  ))}
                </li>
              ))}
            </ul>
            {total > data.length && <Link to={`${type.to}?status=${status}`}>{t.review.all({ count: total })}</Link>}
          </>
        )}
      </Ready>
    </Card>
  );
}
