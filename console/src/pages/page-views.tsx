import { t } from '../texts';
import { formatNumber, formatTime } from '../lib/dates';
import { useGet } from '../lib/queries';
import { Card } from '../ui/layout';

const MINUTE_MS = 60_000;

interface CacheStatus {
  /** The oldest first; of fewer than seven days if the service started later. */
  page_views: { day: string; views: number }[];
}

/** How often visitors opened pages of the site in the last days; nothing while that is not known. */
export function PageViews() {
  const { data } = useGet<CacheStatus>(
    'nestpress/v1/cache',
    { _fields: 'page_views' },
    { staleMs: MINUTE_MS, together: true },
  );
  const days = data?.data.page_views ?? [];
  const total = days.reduce((sum, { views }) => sum + views, 0);
  if (total === 0) return null;
  const most = Math.max(...days.map(({ views }) => views));
  return (
    <Card title={t.home.pageViews}>
      <div class="stat">
        <span class="stat-value">{formatNumber(total)}</span>
        <span class="stat-label">{t.home.viewsOf({ days: days.length })}</span>
      </div>
      <ol class="page-views" aria-label={t.home.pageViews}>
        {days.map(({ day, views }) => (
          <li key={day}>
            <span class="page-views-bar" style={{ height: `${Math.max(2, (views / most) * 64)}px` }} />
            <span class="small muted">{weekday(day)}</span>
            <span class="visually-hidden">{formatNumber(views)}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const weekday = (day: string) =>
  formatTime(Date.parse(`${day}T12:00:00Z`) / 1000, { weekday: 'short', timeZone: 'UTC' });
