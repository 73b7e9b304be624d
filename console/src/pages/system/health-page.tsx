import { labelFor, t } from '../../texts';
import { post } from '../../lib/api';
import { formatNumber, formatDuration } from '../../lib/dates';
import { useAction, useAllowed, useGet } from '../../lib/queries';
import { type Health } from '../../lib/types';
import { Button } from '../../ui/controls';
import { Icon, type IconName } from '../../ui/icons';
import { Badge, type BadgeTone, Card, Page, Ready } from '../../ui/layout';
import { toast } from '../../ui/toasts';

const PATH = 'nestpress/v1/health';

type State = Health['checks'][number]['state'];

const TONES: Record<State, BadgeTone> = { ok: 'good', warning: 'warn', error: 'bad' };
const ICONS: Record<State, IconName> = { ok: 'check', warning: 'warning', error: 'spam' };
const ORDER: State[] = ['error', 'warning', 'ok'];

export function HealthPage() {
  const query = useGet<Health>(PATH, {}, { refetchMs: 30_000 });
  const mayCheck = useAllowed(PATH)?.includes('POST');
  const check = useAction(async () => {
    await post(PATH, {});
    await query.refetch();
    toast.info(t.health.checked);
  });
  return (
    <Page
      title={t.health.title}
      actions={
        mayCheck && (
          <Button icon="restore" isBusy={check.isBusy} onClick={() => void check.run()}>
            {t.health.checkAgain}
          </Button>
        )
      }
    >
      <Ready query={query}>
        {({ data }) => (
          <div class="stack">
            <Checks checks={data.checks} />
            <div class="grid">
              <Jobs jobs={data.jobs} />
              <Card title={t.health.versions}>
                <dl class="facts">
                  <dt>{t.product}</dt>
                  <dd>{data.version}</dd>
                  <dt>Node.js</dt>
                  <dd>{data.node}</dd>
                  <dt>{t.health.database}</dt>
                  <dd>
                    {data.database.engine} {data.database.version}
                  </dd>
                  <dt>{t.health.uptime}</dt>
                  <dd>{formatDuration(data.uptime)}</dd>
                </dl>
              </Card>
            </div>
          </div>
        )}
      </Ready>
    </Page>
  );
}

interface Finding {
  name: string;
  state: State;
  /** For whoever runs the service, in English: what was found, and how to correct it. */
  messages: string[];
  fixes: string[];
}

/** One for each part and state. */
function findingsOf(checks: Health['checks']): Finding[] {
  const found = new Map<string, Finding>();
  for (const { name, state, message, fixes } of checks) {
    const key = `${ORDER.indexOf(state)} ${name}`;
    const finding = found.get(key) ?? { name, state, messages: [], fixes: [] };
    found.set(key, { ...finding, messages: [...finding.messages, message], fixes: [...finding.fixes, ...fixes] });
  }
  return [...found.values()].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
}

/** A sentence for the owner; what only the person who runs the service can use is folded. */
function Checks({ checks }: { checks: Health['checks'] }) {
  return (
    <Card title={t.health.checks}>
      <ul class="simple-list findings">
        {findingsOf(checks).map(({ name, state, messages, fixes }) => (
          <li key={`${name} ${state}`}>
            <Badge tone={TONES[state]}>
              <Icon name={ICONS[state]} size={14} />
              {t.health.states[state]}
            </Badge>
            <strong>{labelFor(t.health.names, name) ?? name}</strong>
            <div class="grow">
              <span class="muted">
                {state === 'ok' ? t.health.fine : (labelFor(t.health.advice, name) ?? t.health.attention)}
              </span>
              <details class="small">
                <summary>{t.health.details}</summary>
                <div lang="en" dir="ltr">
                  {messages.map((message) => (
                    <p key={message}>{message}</p>
                  ))}
                  {fixes.length > 0 && (
                    <ul class="fixes" aria-label={t.health.fixes}>
                      {fixes.map((fix) => (
                        <li key={fix}>{fix}</li>
                      ))}
                    </ul>
                  )}
                </div>
              </details>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Jobs({ jobs }: { jobs: Health['jobs'] }) {
  return (
    <Card title={t.health.jobs}>
      {jobs.length === 0 ? (
        <p class="muted">{t.health.noJobs}</p>
      ) : (
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{t.health.kind}</th>
              <th scope="col" class="number">
                {t.health.waiting}
              </th>
              <th scope="col" class="number">
                {t.health.running}
              </th>
              <th scope="col" class="number">
                {t.health.failed}
              </th>
            </tr>
          </thead>
          <tbody>
            {jobs.map(({ kind, waiting, running, failed }) => (
              <tr key={kind}>
                <td>{labelFor(t.health.kinds, kind) ?? kind}</td>
                <td class="number">{formatNumber(waiting)}</td>
                <td class="number">{formatNumber(running)}</td>
                <td class="number">{formatNumber(failed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
