import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { post } from '../../lib/api';
import { formatAgo } from '../../lib/dates';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { Button, TextField } from '../../ui/controls';
import { CopyButton } from '../../ui/copy';
import { ask, Dialog } from '../../ui/dialog';
import { DeleteButton, ItemDialog } from '../../ui/item-dialog';
import { ItemTable } from '../../ui/item-list';
import { Badge, type BadgeTone, Card, EmptyState, Note, Page, Ready } from '../../ui/layout';
import { toast } from '../../ui/toasts';

const PATH = 'nestpress/v1/webhooks';

interface Webhook {
  id: number;
  url: string;
  name: string;
  events: string[];
  types: string[];
  enabled: boolean;
  disabled_because: string;
  /** Only in the response that creates or rotates it. */
  secret?: string;
}

type DeliveryState = 'waiting' | 'delivered' | 'failed';

interface Delivery {
  id: number;
  event: string;
  state: DeliveryState;
  created: string;
  attempts: { status: number; milliseconds: number; error: string }[];
}

const TONES: Record<DeliveryState, BadgeTone> = { waiting: 'warn', delivered: 'good', failed: 'bad' };
const namesIn = (text: string) => text.split(/[\s,]+/).filter(Boolean);

function resultOf({ attempts }: Delivery): string {
  const last = attempts.at(-1);
  return last ? `${last.error || String(last.status)} (${last.milliseconds} ms)` : '';
}

export function WebhooksPage() {
  const list = useGet<Webhook[]>(PATH);
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  return (
    <Page
      title={t.webhooks.title}
      intro={t.webhooks.intro}
      actions={
        <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
          {t.webhooks.add}
        </Button>
      }
    >
      <Ready query={list}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="link" title={t.webhooks.empty}>
              <p>{t.webhooks.emptyText}</p>
            </EmptyState>
          ) : (
            <div class="stack">
              {data.map((webhook) => (
                <WebhookCard key={webhook.id} webhook={webhook} onSecret={setSecret} />
              ))}
            </div>
          )
        }
      </Ready>
      {isAdding && <AddDialog onSecret={setSecret} onClose={() => setAdding(false)} />}
      {secret !== undefined && (
        <Dialog title={t.webhooks.secret} size="small" onClose={() => setSecret(undefined)}>
          <p>{t.webhooks.secretText}</p>
          <p class="row">
            <code>{secret}</code>
            <CopyButton text={secret} />
          </p>
        </Dialog>
      )}
    </Page>
  );
}

interface SecretProps {
  onSecret(secret: string | undefined): void;
}

function WebhookCard({ webhook, onSecret }: SecretProps & { webhook: Webhook }) {
  const { id, url, name, events, types, enabled } = webhook;
  const path = `${PATH}/${id}`;
  const deliveries = useGet<Delivery[]>(`${path}/deliveries`, { per_page: 10 }, { refetchMs: 10_000 });
  const toggle = useAction(async () => {
    await post(path, { enabled: !enabled });
    invalidate(PATH);
  });
  const test = useAction(async () => {
    const { data } = await post<Delivery>(`${path}/test`);
    toast.info(t.webhooks.tested({ status: resultOf(data) }));
    invalidate(PATH);
  });
  const rotate = useAction(async () => {
    const question = { title: t.webhooks.rotate, text: t.webhooks.rotateText, confirm: t.webhooks.rotate };
    if (await ask(question)) onSecret((await post<Webhook>(`${path}/secret`)).data.secret);
  });
  return (
    <Card
      title={name || url}
      actions={
        <span class="row">
          <Badge tone={enabled ? 'good' : 'neutral'}>{enabled ? t.webhooks.enabled : t.webhooks.disabled}</Badge>
          <Button small isBusy={test.isBusy} onClick={() => void test.run()}>
            {t.webhooks.test}
          </Button>
          <Button small isBusy={toggle.isBusy} onClick={() => void toggle.run()}>
            {enabled ? t.webhooks.disable : t.webhooks.enable}
          </Button>
          <Button small isBusy={rotate.isBusy} onClick={() => void rotate.run()}>
            {t.webhooks.rotate}
          </Button>
          <DeleteButton
            small
            path={path}
            list={PATH}
            question={t.webhooks.deleteQuestion({ url })}
            text={t.webhooks.deleteText}
          />
        </span>
      }
    >
      {webhook.disabled_because !== '' && <Note kind="warning">{webhook.disabled_because}</Note>}
      <dl class="facts">
        <dt>{t.webhooks.url}</dt>
        <dd>{url}</dd>
        <dt>{t.webhooks.events}</dt>
        <dd>{events.join(', ') || t.webhooks.all}</dd>
        <dt>{t.webhooks.types}</dt>
        <dd>{types.join(', ') || t.webhooks.all}</dd>
      </dl>
      <Ready query={deliveries}>{({ data }) => <Deliveries path={path} deliveries={data} />}</Ready>
    </Card>
  );
}

function Deliveries({ path, deliveries }: { path: string; deliveries: Delivery[] }) {
  const replay = useAction(async (id: number) => {
    await post(`${path}/deliveries/${id}`);
    invalidate(path);
  });
  if (deliveries.length === 0) return <p class="muted">{t.webhooks.noDeliveries}</p>;
  return (
    <ItemTable
      label={t.webhooks.deliveries}
      items={deliveries}
      columns={[
        { label: t.webhooks.when, cell: ({ created }) => formatAgo(created) },
        { label: t.webhooks.event, cell: ({ event }) => event },
        { label: t.webhooks.state, cell: ({ state }) => <Badge tone={TONES[state]}>{t.webhooks.states[state]}</Badge> },
        { label: t.webhooks.result, cell: resultOf },
        {
          label: t.webhooks.replay,
          hideLabel: true,
          cell: ({ id }) => (
            <Button small kind="quiet" disabled={replay.isBusy} onClick={() => void replay.run(id)}>
              {t.webhooks.replay}
            </Button>
          ),
        },
      ]}
    />
  );
}

function AddDialog({ onSecret, onClose }: SecretProps & { onClose(): void }) {
  const [url, setUrl] = useState('');
  const [name, setName] = useState('');
  const [events, setEvents] = useState('entry.published, entry.unpublished');
  const [types, setTypes] = useState('');
  return (
    <ItemDialog
      title={t.webhooks.add}
      list={PATH}
      isChanged={(url + name).trim() !== ''}
      saveLabel={t.webhooks.add}
      save={async () => {
        const { data } = await post<Webhook>(PATH, { url, name, events: namesIn(events), types: namesIn(types) });
        onSecret(data.secret);
      }}
      onClose={onClose}
    >
      <TextField label={t.webhooks.url} value={url} onChange={setUrl} input={{ required: true, autofocus: true }} />
      <TextField label={t.webhooks.name} value={name} onChange={setName} />
      <TextField label={t.webhooks.events} help={t.webhooks.eventsHelp} value={events} onChange={setEvents} />
      <TextField label={t.webhooks.types} help={t.webhooks.typesHelp} value={types} onChange={setTypes} />
    </ItemDialog>
  );
}
