import { t } from '../texts';
import { formatAgo, formatDateTime } from '../lib/dates';
import { ExtensionCards } from '../lib/extensions';
import { listsOwnOnly, type Sections, useMe } from '../lib/permissions';
import { useGet } from '../lib/queries';
import { Link } from '../lib/router';
import { statusLabel } from '../lib/statuses';
import { type ContentType, type Counts, type Entry, type Health } from '../lib/types';
import { type PageProps } from '../shell/page-props';
import { Icon, type IconName } from '../ui/icons';
import { Card, Page, Ready } from '../ui/layout';
import { titleOf } from './entries/entry-texts';
import { FirstSteps } from './first-steps';
import { PageViews } from './page-views';
import { SampleContent } from './sample-content';

const SHARED = { staleMs: 60_000, together: true };
/** Jobs that send mail. */
const MAIL_JOBS = new Set(['mail', 'account-link', 'notification']);

export function HomePage({ sections }: PageProps) {
  const me = useMe();
  const posts = sections.types.find(({ slug }) => slug === 'post');
  const isWriter = sections.types.length > 0;
  const counts = useGet<Counts>(isWriter ? 'nestpress/v1/counts' : undefined, {}, SHARED).data?.data;
  const health = useGet<Health>(sections.health ? 'nestpress/v1/health' : undefined, {}, SHARED).data?.data;
  return (
    <Page
      title={t.home.welcome({ name: me?.name ?? '' })}
      actions={
        <>
          {sections.media && (
            <Link to="media" class="button">
              <Icon name="upload" size={16} />
              {t.home.upload}
            </Link>
          )}
          {posts && (
            <Link to={`${posts.to}/new`} class="button button-primary">
              <Icon name="edit" size={16} />
              {t.home.write}
            </Link>
          )}
        </>
      }
    >
      <Attention sections={sections} counts={counts} health={health} posts={posts} />
      {sections.settings && me && <FirstSteps me={me} />}
      {sections.settings && <SampleContent />}
      {posts ? (
        <div class="grid">
          <Recent type={posts} title={t.home.drafts} status="draft" none={t.home.noDrafts} />
          {(counts?.post.future ?? 0) > 0 && <Recent type={posts} title={t.home.scheduled} status="future" none="" />}
          <Recent type={posts} title={t.home.published} status="publish" none={t.home.noPublished} />
          {sections.cache && <PageViews />}
        </div>
      ) : (
        <p class="muted">{t.home.nothing}</p>
      )}
      <ExtensionCards />
    </Page>
  );
}

interface AttentionProps {
  sections: Sections;
  counts: Counts | undefined;
  health: Health | undefined;
  posts: ContentType | undefined;
}

interface Notice {
  to: string;
  icon: IconName;
  text: string;
  tone?: 'bad' | 'warn';
}

/** What needs attention, the most urgent first; nothing if everything is in order. */
function Attention({ sections, counts, health, posts }: AttentionProps) {
  const checks = health?.checks.filter(({ state }) => state !== 'ok') ?? [];
  const errors = checks.filter(({ state }) => state === 'error').length;
  const warnings = checks.length - errors;
  const failedMail = (health?.jobs ?? [])
    .filter(({ kind }) => MAIL_JOBS.has(kind))
    .reduce((sum, { failed }) => sum + failed, 0);
  const held = sections.comments ? (counts?.comment.hold ?? 0) : 0;
  const pending = counts?.post.pending ?? 0;
  const queues = sections.types.flatMap((type) =>
    (type.members.status?.queues ?? []).map((status): Notice | false => {
      const count = counts?.types[type.slug]?.[status] ?? 0;
      const text = `${type.name}: ${statusLabel(type, status)} (${count})`;
      return count > 0 && { to: `${type.to}?status=${status}`, icon: 'edit', text };
    }),
  );
  const notices: (Notice | false)[] = [
    errors > 0 && { to: 'health', icon: 'warning', text: t.home.errors({ count: errors }), tone: 'bad' },
    failedMail > 0 && { to: 'health', icon: 'warning', text: t.home.failedMail({ count: failedMail }), tone: 'bad' },
    warnings > 0 && { to: 'health', icon: 'health', text: t.home.warnings({ count: warnings }), tone: 'warn' },
    held > 0 && { to: 'comments', icon: 'comment', text: t.home.pending({ count: held }) },
    pending > 0 &&
      posts !== undefined && {
        to: `${posts.to}?status=pending`,
        icon: 'edit',
        text: t.home.review({ count: pending }),
      },
    ...queues,
  ];
  const shown = notices.filter((notice) => notice !== false);
  if (shown.length === 0) return null;
  return (
    <ul class="notices" aria-label={t.home.attention}>
      {shown.map(({ to, icon, text, tone }) => (
        <li key={text} data-tone={tone}>
          <Link to={to}>
            <Icon name={icon} size={16} />
            <span>{text}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface RecentProps {
  title: string;
  status: 'draft' | 'future' | 'publish';
  none: string;
  type: ContentType;
}

function Recent({ title, status, none, type }: RecentProps) {
  const me = useMe();
  const query = useGet<Entry[]>(
    me && type.route,
    {
      context: 'edit',
      status,
      ...(status === 'future' && { order: 'asc' }),
      ...(me && listsOwnOnly(me, type) && { author: me.id }),
      per_page: 6,
      _fields: 'id,title,modified,modified_gmt,date,date_gmt',
    },
    { together: true },
  );
  const dateOf = (entry: Entry) => {
    if (status === 'future') return formatDateTime(entry.date);
    return status === 'draft' ? formatAgo(entry.modified_gmt, entry.modified) : formatAgo(entry.date_gmt, entry.date);
  };
  return (
    <Card title={title}>
      <Ready query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="muted">{none}</p>
          ) : (
            <ul class="simple-list">
              {data.map((entry) => (
                <li key={entry.id}>
                  <Link to={`${type.to}/${entry.id}`} class="grow">
                    {titleOf(entry)}
                  </Link>
                  <span class="muted small">{dateOf(entry)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Ready>
    </Card>
  );
}
