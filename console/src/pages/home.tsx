import { t } from '../texts';
import { formatAgo } from '../lib/dates';
import { listsOwnOnly, useMe } from '../lib/permissions';
import { useGet } from '../lib/queries';
import { Link } from '../lib/router';
import { type ContentType, type Counts, type Entry } from '../lib/types';
import { type PageProps } from '../shell/page-props';
import { Icon } from '../ui/icons';
import { Card, Note, Page, Ready } from '../ui/layout';
import { titleOf } from './entries/entry-texts';

export function HomePage({ sections }: PageProps) {
  const me = useMe();
  const counts = useGet<Counts>(sections.comments ? 'nestpress/v1/counts' : undefined, {}, { staleMs: 60_000 }).data
    ?.data;
  const posts = sections.types.find(({ slug }) => slug === 'post');
  const waiting = counts?.comment.hold ?? 0;
  return (
    <Page
      title={t.home.welcome(me?.name ?? '')}
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
      {waiting > 0 && <Note actions={<Link to="comments">{t.nav.comments}</Link>}>{t.home.pending(waiting)}</Note>}
      {posts ? (
        <div class="grid">
          <Recent type={posts} title={t.home.drafts} status="draft" none={t.home.noDrafts} />
          <Recent type={posts} title={t.home.published} status="publish" none={t.home.noPublished} />
        </div>
      ) : (
        <p class="muted">{t.home.nothing}</p>
      )}
    </Page>
  );
}

interface RecentProps {
  title: string;
  status: string;
  none: string;
  type: ContentType;
}

function Recent({ title, status, none, type }: RecentProps) {
  const me = useMe();
  const query = useGet<Entry[]>(me && type.route, {
    context: 'edit',
    status,
    ...(me && listsOwnOnly(me, type) && { author: me.id }),
    per_page: 6,
    _fields: 'id,title,modified_gmt,date_gmt',
  });
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
                  <span class="muted small">{formatAgo(status === 'draft' ? entry.modified_gmt : entry.date_gmt)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Ready>
    </Card>
  );
}
