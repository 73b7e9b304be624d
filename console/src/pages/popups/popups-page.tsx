import { type ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { labelFor, t } from '../../texts';
import { formatNumber, formatPercent } from '../../lib/dates';
import { useAllowed, useGet } from '../../lib/queries';
import { Link } from '../../lib/router';
import { Select } from '../../ui/controls';
import { Icon } from '../../ui/icons';
import { DeleteButton } from '../../ui/item-dialog';
import { Badge, Card, EmptyState, Page, Ready } from '../../ui/layout';
import { Chart } from './chart';
import { PATH, type Popup } from './popup';

interface Day {
  date: string;
  opened: number;
  converted: number;
}

export function PopupsPage() {
  const list = useGet<Popup[]>(PATH, { per_page: 100 });
  const mayCreate = useAllowed(PATH)?.includes('POST');
  const add = mayCreate && (
    <Link to="popups/new" class="button button-primary">
      <Icon name="plus" size={16} />
      {t.popups.add}
    </Link>
  );
  return (
    <Page title={t.popups.title} actions={add}>
      <Ready query={list}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="popup" title={t.popups.empty}>
              <p>{t.popups.emptyText}</p>
            </EmptyState>
          ) : (
            <div class="stack">
              {data.map((popup) => (
                <PopupCard key={popup.id} popup={popup} />
              ))}
            </div>
          )
        }
      </Ready>
    </Page>
  );
}

const RANGES = ['7', '30', '90'];

function PopupCard({ popup }: { popup: Popup }) {
  const [days, setDays] = useState('30');
  const path = `${PATH}/${popup.id}`;
  const allow = useAllowed(path);
  const statistics = useGet<Day[]>(`${path}/statistics`, { days }, { keepPrevious: true });
  return (
    <Card
      title={popup.title || t.entries.untitled}
      actions={
        <span class="row">
          <Badge tone={popup.status === 'publish' ? 'good' : 'neutral'}>
            {labelFor(t.status, popup.status) ?? popup.status}
          </Badge>
          {allow?.includes('POST') && (
            <Link
              to={`popups/${popup.id}`}
              class="button button-small"
              aria-label={t.popups.edit({ title: popup.title })}
            >
              {t.actions.edit}
            </Link>
          )}
          {allow?.includes('DELETE') && (
            <DeleteButton
              small
              path={path}
              list={PATH}
              question={t.media.deleteQuestion({ name: popup.title })}
              text={t.popups.deleteText}
            />
          )}
        </span>
      }
    >
      <Ready query={statistics}>
        {({ data }) => (
          <Statistics days={data} title={popup.title}>
            <Select
              hideLabel
              class="range"
              label={t.popups.range}
              value={days}
              options={RANGES.map((range) => [range, t.popups.lastDays({ count: Number(range) })])}
              onChange={setDays}
            />
          </Statistics>
        )}
      </Ready>
    </Card>
  );
}

interface StatisticsProps {
  days: readonly Day[];
  title: string;
  /** The choice of the days. */
  children: ComponentChildren;
}

function Statistics({ days, title, children }: StatisticsProps) {
  const sum = (name: 'opened' | 'converted') => days.reduce((total, day) => total + day[name], 0);
  const opened = sum('opened');
  const converted = sum('converted');
  return (
    <>
      <div class="row spread">
        <div class="row stats">
          <Stat label={t.popups.opened} value={formatNumber(opened)} />
          <Stat label={t.popups.converted} value={formatNumber(converted)} />
          <Stat label={t.popups.rate} value={opened > 0 ? formatPercent(converted / opened) : '–'} />
        </div>
        {children}
      </div>
      {days.length > 1 && (
        <Chart
          label={t.popups.chart({ title, opened, converted })}
          unit="day"
          times={days.map(({ date }) => Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / 1000)}
          series={[
            { label: t.popups.opened, values: days.map((day) => day.opened), color: '--accent' },
            { label: t.popups.converted, values: days.map((day) => day.converted), color: '--good' },
          ]}
        />
      )}
    </>
  );
}

export function Stat({ label, value }: { label: string; value: string }) {
  return (
    <div class="stat">
      <span class="stat-value">{value}</span>
      <span class="stat-label">{label}</span>
    </div>
  );
}
