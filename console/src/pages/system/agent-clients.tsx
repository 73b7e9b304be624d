import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { post } from '../../lib/api';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { Button, TextArea, TextField } from '../../ui/controls';
import { CopyButton } from '../../ui/copy';
import { DeleteButton } from '../../ui/item-dialog';
import { Badge, Card } from '../../ui/layout';

const PATH = 'nestpress/v1/mcp/clients';

interface AgentClient {
  id: number;
  client_id: string;
  name: string;
  redirect_uris: string[];
  registered_itself: boolean;
}

/** The agents that users connect on the consent page. */
export function AgentClients() {
  const list = useGet<AgentClient[]>(PATH);
  const clients = list.data?.data ?? [];
  return (
    <Card title={t.agents.apps}>
      <div class="stack">
        <p>{t.agents.appsHelp}</p>
        {clients.length > 0 && (
          <ul class="simple-list">
            {clients.map((client) => (
              <li key={client.id}>
                <div class="grow">
                  <strong>{client.name}</strong> {client.registered_itself && <Badge>{t.agents.selfRegistered}</Badge>}
                  <div class="muted small">{client.redirect_uris.join(' · ')}</div>
                  <div class="row small">
                    {t.agents.clientId} <code>{client.client_id}</code>
                    <CopyButton text={client.client_id} />
                  </div>
                </div>
                <DeleteButton
                  small
                  path={`${PATH}/${client.id}`}
                  label={t.actions.deleteForever}
                  list={PATH}
                  question={t.agents.deleteQuestion(client)}
                  text={t.agents.deleteText}
                />
              </li>
            ))}
          </ul>
        )}
        <AddClient />
      </div>
    </Card>
  );
}

function AddClient() {
  const [name, setName] = useState('');
  const [redirects, setRedirects] = useState('');
  const add = useAction(async () => {
    await post(PATH, { name, redirect_uris: redirects.split(/\s+/).filter(Boolean) });
    setName('');
    setRedirects('');
    invalidate(PATH);
  });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void add.run();
      }}
    >
      <TextField
        label={t.agents.appName}
        value={name}
        onChange={setName}
        input={{ required: true, autocomplete: 'off' }}
      />
      <TextArea label={t.agents.redirects} value={redirects} onChange={setRedirects} rows={2} isCode />
      <Button type="submit" isBusy={add.isBusy} disabled={name.trim() === '' || redirects.trim() === ''}>
        {t.agents.addApp}
      </Button>
    </form>
  );
}
