import { type ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { del, post } from '../../lib/api';
import { formatNumber, formatPercent } from '../../lib/dates';
import { invalidate, useAction, useAllowed, useGet } from '../../lib/queries';
import { Button, Select, TextArea, TextField } from '../../ui/controls';
import { ask, Dialog } from '../../ui/dialog';
import { Badge, Card, EmptyState, Page, Ready } from '../../ui/layout';
import { Chart } from './chart';

interface Popup {
  id: number;
  title: string;
  /** Only of a single popup, not in the list. */
  content?: string;
  status: string;
}

interface Day {
  date: string;
  opened: number;
  converted: number;
}

const PATH = 'nestpress/v1/popups';

export function PopupsPage() {
  const list = useGet<Popup[]>(PATH, { per_page: 100 });
  const mayCreate = useAllowed(PATH)?.includes('POST');
  const [editing, setEditing] = useState<Popup | 'new'>();
  const add = mayCreate && (
    <Button kind="primary" icon="plus" onClick={() => setEditing('new')}>
      {t.popups.add}
    </Button>
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
                <PopupCard key={popup.id} popup={popup} onEdit={() => setEditing(popup)} />
              ))}
            </div>
          )
        }
      </Ready>
      {editing && <PopupDialog popup={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </Page>
  );
}

const RANGES = ['7', '30', '90'];

function PopupCard({ popup, onEdit }: { popup: Popup; onEdit(): void }) {
  const [days, setDays] = useState('30');
  const path = `${PATH}/${popup.id}`;
  const allow = useAllowed(path);
  const statistics = useGet<Day[]>(`${path}/statistics`, { days }, { keepPrevious: true });
  const remove = useAction(async () => {
    const question = { title: t.media.deleteQuestion(popup.title), text: t.popups.deleteText };
    if (!(await ask({ ...question, confirm: t.actions.deleteForever, isDangerous: true }))) return;
    await del(path);
    invalidate(PATH);
  });
  return (
    <Card
      title={popup.title || t.entries.untitled}
      actions={
        <span class="row">
          <Badge tone={popup.status === 'publish' ? 'good' : 'neutral'}>{t.status[popup.status] ?? popup.status}</Badge>
          {allow?.includes('POST') && (
            <Button small onClick={onEdit}>
              {t.actions.edit}
            </Button>
          )}
          {allow?.includes('DELETE') && (
            <Button small kind="danger" isBusy={remove.isBusy} onClick={() => void remove.run()}>
              {t.actions.delete}
            </Button>
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
              options={RANGES.map((range) => [range, t.popups.lastDays(Number(range))])}
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
          label={t.popups.chart(title, opened, converted)}
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

function PopupDialog({ popup, onClose }: { popup: Popup | undefined; onClose(): void }) {
  const query = useGet<Popup>(popup && `${PATH}/${popup.id}`, { context: 'edit' }, { isFresh: true });
  return (
    <Dialog title={popup ? popup.title : t.popups.add} onClose={onClose}>
      {popup ? (
        <Ready query={query}>{({ data }) => <PopupForm popup={data} onClose={onClose} />}</Ready>
      ) : (
        <PopupForm popup={undefined} onClose={onClose} />
      )}
    </Dialog>
  );
}

function PopupForm({ popup, onClose }: { popup: Popup | undefined; onClose(): void }) {
  const [title, setTitle] = useState(popup?.title ?? '');
  const [content, setContent] = useState(popup?.content ?? '');
  const [status, setStatus] = useState(popup?.status ?? 'publish');
  const save = useAction(async () => {
    await post(popup ? `${PATH}/${popup.id}` : PATH, { title, content, status });
    invalidate(PATH);
    onClose();
  });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
    >
      <TextField
        label={t.entries.columns.title}
        value={title}
        onChange={setTitle}
        input={{ required: true, autofocus: true }}
      />
      <TextArea label={t.editor.contentHtml} isCode rows={8} value={content} onChange={setContent} />
      <Select
        label={t.entries.columns.status}
        value={status}
        options={['publish', 'draft'].map((key) => [key, t.status[key]!])}
        onChange={setStatus}
      />
      <Button type="submit" kind="primary" isBusy={save.isBusy}>
        {t.actions.save}
      </Button>
    </form>
  );
}
