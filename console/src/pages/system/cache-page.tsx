import { useMemo } from 'preact/hooks';
import { t } from '../../texts';
import { del, post } from '../../lib/api';
import { formatAgo, formatBytes, formatNumber, formatPercent } from '../../lib/dates';
import { invalidate, useAction, useAllowed, useGet } from '../../lib/queries';
import { Button } from '../../ui/controls';
import { Card, Note, Page, Ready } from '../../ui/layout';
import { toast } from '../../ui/toasts';
import { Chart } from '../popups/chart';
import { Stat } from '../popups/popups-page';

interface Sample {
  time: number | string;
  hits: number;
  misses: number;
  bytes: number;
}

interface CacheState {
  enabled: boolean;
  entries: number;
  bytes: number;
  limit_bytes: number;
  hits: number;
  misses: number;
  hit_rate: number;
  history: Sample[];
}

const PATH = 'nestpress/v1/cache';
const REFRESH_MS = 15_000;

/** Seconds, milliseconds or a date as seconds. */
const seconds = (time: number | string) =>
  typeof time === 'string' ? Date.parse(time) / 1000 : time > 1e11 ? time / 1000 : time;

export function CachePage() {
  const query = useGet<CacheState>(PATH, {}, { refetchMs: REFRESH_MS });
  const mayPurge = useAllowed(PATH)?.includes('DELETE');
  const purge = useAction(async () => {
    await del(PATH);
    invalidate(PATH);
    toast.info(t.cache.purged);
  });
  return (
    <Page
      title={t.cache.title}
      intro={t.cache.intro}
      actions={
        mayPurge && (
          <Button icon="trash" isBusy={purge.isBusy} onClick={() => void purge.run()}>
            {t.cache.purge}
          </Button>
        )
      }
    >
      <Ready query={query}>{({ data }) => <CacheView state={data} />}</Ready>
    </Page>
  );
}

function CacheView({ state }: { state: CacheState }) {
  const times = useMemo(() => state.history.map(({ time }) => seconds(time)), [state]);
  const rates = useMemo(
    () => [
      {
        label: t.cache.hitRate,
        color: '--accent',
        values: state.history.map(({ hits, misses }) => (hits + misses > 0 ? hits / (hits + misses) : null)),
      },
    ],
    [state],
  );
  const sizes = useMemo(
    () => [{ label: t.cache.size, color: '--good', values: state.history.map(({ bytes }) => bytes) }],
    [state],
  );
  return (
    <div class="stack">
      {!state.enabled && <Note kind="warning">{t.cache.off}</Note>}
      <Card>
        <div class="row stats">
          <Stat label={t.cache.hitRate} value={state.hits + state.misses > 0 ? formatPercent(state.hit_rate) : '–'} />
          <Stat label={t.cache.hits} value={formatNumber(state.hits)} />
          <Stat label={t.cache.misses} value={formatNumber(state.misses)} />
          <Stat label={t.cache.entries} value={formatNumber(state.entries)} />
          <Stat label={t.cache.sizeOf({ limit: formatBytes(state.limit_bytes) })} value={formatBytes(state.bytes)} />
        </div>
      </Card>
      {state.history.length < 2 ? (
        <p class="muted small">{t.cache.noHistory}</p>
      ) : (
        <div class="grid">
          <Card title={t.cache.hitRate}>
            <Chart
              label={t.cache.overTime({ figure: t.cache.hitRate })}
              unit="minute"
              times={times}
              series={rates}
              format={formatPercent}
            />
          </Card>
          <Card title={t.cache.size}>
            <Chart
              label={t.cache.overTime({ figure: t.cache.size })}
              unit="minute"
              times={times}
              series={sizes}
              format={formatBytes}
            />
          </Card>
        </div>
      )}
      <Crawler />
    </div>
  );
}

interface CrawlerState {
  scheduled: boolean;
  running: boolean;
  last_run: string | null;
  crawlers: { id: number; name: string; enabled: boolean }[];
  hit: number;
  miss: number;
  uncacheable: number;
  failed: number;
}

const CRAWLER_PATH = `${PATH}/crawler`;

/** Absent where the service has no crawler. */
function Crawler() {
  const state = useGet<CrawlerState>(CRAWLER_PATH, {}, { refetchMs: REFRESH_MS }).data?.data;
  const mayRun = useAllowed(CRAWLER_PATH)?.includes('POST');
  const run = useAction(async () => {
    await post(CRAWLER_PATH);
    invalidate(CRAWLER_PATH);
  });
  if (!state) return null;
  const facts: [string, string][] = [
    [
      t.cache.lastRun,
      state.running ? t.cache.crawling : state.last_run === null ? t.cache.never : formatAgo(state.last_run),
    ],
    [t.cache.warmed, formatNumber(state.miss)],
    [t.cache.alreadyCached, formatNumber(state.hit)],
    [t.cache.uncacheable, formatNumber(state.uncacheable)],
    [t.cache.failed, formatNumber(state.failed)],
    ...state.crawlers.filter(({ enabled }) => !enabled).map(({ name }): [string, string] => [name, t.cache.turnedOff]),
  ];
  return (
    <Card
      title={t.cache.crawler}
      actions={
        mayRun && (
          <Button small isBusy={run.isBusy || state.running} onClick={() => void run.run()}>
            {t.cache.crawlNow}
          </Button>
        )
      }
    >
      <p class="muted">
        {t.cache.crawlerIntro} {state.scheduled ? t.cache.crawlerOn : t.cache.crawlerOff}
      </p>
      <dl class="facts">
        {facts.map(([name, value]) => [<dt key={`${name}-name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
      </dl>
    </Card>
  );
}
