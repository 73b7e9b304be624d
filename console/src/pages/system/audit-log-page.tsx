import { useState } from 'preact/hooks';
import { labelFor, t } from '../../texts';
import { post } from '../../lib/api';
import { formatGmt, formatList } from '../../lib/dates';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { Button, type Option, Select, TextField } from '../../ui/controls';
import { ItemTable } from '../../ui/item-list';
import { Card, EmptyState, Page, Ready } from '../../ui/layout';
import { Toolbar } from '../../ui/lists';
import { toast } from '../../ui/toasts';

const PATH = 'nestpress/v1/audit-log';
const PER_PAGE = 50;

interface AuditEntry {
  id: number;
  date: string;
  event: string;
  actor: number;
  actor_login: string;
  via: string;
  address: string;
  object_type: string;
  object_id: number;
  object_name: string;
  details: Record<string, unknown>;
}

const EVENTS: readonly Option[] = [['', t.auditLog.all], ...Object.entries(t.auditLog.events)];

function whoOf({ actor, actor_login: login, via }: AuditEntry): string {
  const who = login || (actor === 0 ? '' : String(actor));
  if (via === '') return who || t.auditLog.unknown;
  return who === '' ? via : t.auditLog.via({ who, via });
}

const objectOf = (type: string) =>
  labelFor(t.auditLog.objects, type) ?? (t.types as Record<string, { singular: string }>)[type]?.singular ?? type;

/** What a value is called elsewhere in the console: a status, a role or a setting. */
const valueOf = (value: unknown) =>
  [t.status, t.users.roles, t.settings.labels].map((names) => labelFor(names, String(value))).find(Boolean) ??
  String(value);

function whatOf({ object_type: type, object_id: id, object_name: name, details }: AuditEntry): string {
  const values = Object.entries(details).map(([key, value]) =>
    t.auditLog.detail({
      name: labelFor(t.auditLog.details, key) ?? key,
      value: formatList([value].flat().map(valueOf)),
    }),
  );
  // The event says that they are settings.
  const object = type === 'settings' ? '' : [objectOf(type), id || ''].join(' ').trim();
  return [object, name, ...values].filter(Boolean).join(' · ');
}

const COLUMNS = [
  { label: t.auditLog.when, class: 'cell-date', cell: ({ date }: AuditEntry) => formatGmt(date) },
  { label: t.auditLog.event, cell: ({ event }: AuditEntry) => labelFor(t.auditLog.events, event) ?? event },
  { label: t.auditLog.who, cell: whoOf },
  { label: t.auditLog.what, cell: whatOf },
  { label: t.auditLog.address, cell: ({ address }: AuditEntry) => address },
];

export function AuditLogPage() {
  const [event, setEvent] = useState('');
  /** Cursors of the pages before the current one: their last entries. */
  const [cursors, setCursors] = useState<readonly number[]>([]);
  const query = { per_page: PER_PAGE, event, cursor: cursors.at(-1) };
  const list = useGet<AuditEntry[]>(PATH, query, { keepPrevious: true });
  const choose = (name: string) => {
    setEvent(name);
    setCursors([]);
  };
  return (
    <Page title={t.auditLog.title} intro={t.auditLog.intro}>
      <Toolbar>
        <Select label={t.auditLog.filter} value={event} options={EVENTS} onChange={choose} />
      </Toolbar>
      <Ready query={list}>
        {({ data }) => (
          <>
            {data.length === 0 ? (
              <EmptyState icon="history" title={t.auditLog.empty}>
                <p>{t.auditLog.emptyText}</p>
              </EmptyState>
            ) : (
              <ItemTable label={t.auditLog.entries} items={data} columns={COLUMNS} />
            )}
            <div class="row">
              <Button disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
                {t.auditLog.newer}
              </Button>
              <Button disabled={data.length < PER_PAGE} onClick={() => setCursors([...cursors, data.at(-1)!.id])}>
                {t.auditLog.older}
              </Button>
            </div>
          </>
        )}
      </Ready>
      <Retention />
    </Page>
  );
}

function Retention() {
  const retention = useGet<{ days: number }>(`${PATH}/retention`);
  const [days, setDays] = useState<string>();
  const save = useAction(async () => {
    await post(`${PATH}/retention`, { days: Number(days) });
    invalidate(PATH);
    toast.info(t.auditLog.saved);
  });
  return (
    <Card title={t.auditLog.retention}>
      <Ready query={retention}>
        {({ data }) => (
          <form
            class="row"
            onSubmit={(submitted) => {
              submitted.preventDefault();
              void save.run();
            }}
          >
            <TextField
              label={t.auditLog.days}
              help={t.auditLog.retentionText}
              type="number"
              value={days ?? String(data.days)}
              onChange={setDays}
              input={{ min: 30, max: 3650, required: true }}
            />
            <Button type="submit" isBusy={save.isBusy} disabled={days === undefined}>
              {t.actions.save}
            </Button>
          </form>
        )}
      </Ready>
    </Card>
  );
}
