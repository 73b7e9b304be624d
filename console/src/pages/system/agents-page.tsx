import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { post } from '../../lib/api';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { Checkbox } from '../../ui/controls';
import { CopyButton } from '../../ui/copy';
import { Card, Page, Ready } from '../../ui/layout';
import { toast } from '../../ui/toasts';
import { AgentClients } from './agent-clients';

const PATH = 'nestpress/v1/mcp';

interface McpSettings {
  enabled: boolean;
  read_only: boolean;
  publish: boolean;
  delete: boolean;
  registration: boolean;
  url: string;
}

export function AgentsPage() {
  const settings = useGet<McpSettings>(PATH);
  /** A box shows what was chosen while it is being saved. */
  const [sent, setSent] = useState<Partial<McpSettings>>({});
  const save = useAction(async (changes: Partial<McpSettings>) => {
    setSent(changes);
    try {
      await post(PATH, changes);
      invalidate(PATH);
      await settings.refetch({ cancelRefetch: false });
      toast.info(t.agents.saved);
    } finally {
      setSent({});
    }
  });
  return (
    <Page title={t.agents.title} intro={t.agents.intro}>
      <Ready query={settings}>
        {({ data }) => {
          const isWriting = data.enabled && !data.read_only;
          const flag = (name: Exclude<keyof McpSettings, 'url'>, label: string, disabled = false) => (
            <Checkbox
              label={label}
              checked={sent[name] ?? data[name]}
              disabled={disabled || save.isBusy}
              onChange={(isChecked) => void save.run({ [name]: isChecked })}
            />
          );
          return (
            <div class="stack">
              <Card title={t.agents.permissions}>
                <div class="stack">
                  {flag('enabled', t.agents.enabled)}
                  {flag('read_only', t.agents.readOnly, !data.enabled)}
                  {flag('publish', t.agents.publish, !isWriting)}
                  {flag('delete', t.agents.delete, !isWriting)}
                  {flag('registration', t.agents.registration, !data.enabled)}
                </div>
              </Card>
              {data.enabled && (
                <Card title={t.agents.connect}>
                  <p>{t.agents.help}</p>
                  <p class="row">
                    <code aria-label={t.agents.url}>{data.url}</code>
                    <CopyButton text={data.url} />
                  </p>
                </Card>
              )}
              {data.enabled && <AgentClients />}
            </div>
          );
        }}
      </Ready>
    </Page>
  );
}
