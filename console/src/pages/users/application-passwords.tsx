import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { ApiError, del, post } from '../../lib/api';
import { formatAgo } from '../../lib/dates';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { Button, Checkbox, TextField } from '../../ui/controls';
import { CopyButton } from '../../ui/copy';
import { ask } from '../../ui/dialog';
import { Card, Note, Ready } from '../../ui/layout';

interface ApplicationPassword {
  uuid: string;
  name: string;
  password?: string;
  created: string | number;
  last_used: string | number | null;
  last_ip: string | null;
  read_only: boolean;
  namespaces: string[];
}

/** Seconds or a date without zone, as text in UTC. */
const moment = (value: string | number) =>
  typeof value === 'number' ? new Date(value * 1000).toISOString().slice(0, 19) : value.slice(0, 19);

/** Passwords for programs. A new one is shown once. */
export function ApplicationPasswords({ userId }: { userId: number }) {
  const path = `nestpress/v1/users/${userId}/application-passwords`;
  const list = useGet<ApplicationPassword[]>(path);
  const [name, setName] = useState('');
  const [isReadOnly, setReadOnly] = useState(false);
  const [namespaces, setNamespaces] = useState('');
  const [created, setCreated] = useState<ApplicationPassword>();
  const create = useAction(async () => {
    setCreated(
      (
        await post<ApplicationPassword>(path, {
          name,
          read_only: isReadOnly,
          namespaces: namespaces.split(/[\s,]+/).filter(Boolean),
        })
      ).data,
    );
    setName('');
    setReadOnly(false);
    setNamespaces('');
    invalidate(path);
  });
  const revoke = useAction(async ({ uuid, name: visible }: ApplicationPassword) => {
    const question = { title: t.appPasswords.revokeQuestion({ name: visible }), text: t.appPasswords.revokeText };
    if (!(await ask({ ...question, confirm: t.appPasswords.revoke, isDangerous: true }))) return;
    await del(`${path}/${uuid}`);
    invalidate(path);
  });
  // The route is missing or not for this user: nothing to offer.
  if (list.error instanceof ApiError && list.error.status < 500) return null;
  return (
    <Card title={t.appPasswords.title}>
      <p class="muted small">{t.appPasswords.intro}</p>
      {created?.password && (
        <Note kind="success" actions={<CopyButton text={created.password} />}>
          <p>{t.appPasswords.created({ name: created.name })}</p>
          <code class="secret">{created.password}</code>
        </Note>
      )}
      <Ready query={list}>
        {({ data }) => (
          <ul class="simple-list">
            {data.map((item) => (
              <li key={item.uuid}>
                <div class="grow">
                  <strong>{item.name}</strong>
                  <div class="muted small">
                    {t.appPasswords.createdAt({ ago: formatAgo(moment(item.created)) })}
                    {' · '}
                    {item.last_used
                      ? t.appPasswords.used({
                          ago: formatAgo(moment(item.last_used)),
                          ip: item.last_ip ?? '',
                          hasAddress: item.last_ip ? 'yes' : 'no',
                        })
                      : t.appPasswords.unused}
                    {item.read_only && ` · ${t.appPasswords.readOnly}`}
                    {item.namespaces.length > 0 && ` · ${item.namespaces.join(', ')}`}
                  </div>
                </div>
                <Button small kind="danger" onClick={() => void revoke.run(item)}>
                  {t.appPasswords.revoke}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Ready>
      <form
        class="row inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          void create.run();
        }}
      >
        <TextField
          label={t.appPasswords.name}
          value={name}
          onChange={setName}
          input={{ required: true, autocomplete: 'off' }}
        />
        <TextField
          label={t.appPasswords.namespaces}
          value={namespaces}
          onChange={setNamespaces}
          input={{ autocomplete: 'off' }}
        />
        <Checkbox label={t.appPasswords.readOnly} checked={isReadOnly} onChange={setReadOnly} />
        <Button type="submit" isBusy={create.isBusy} disabled={name.trim() === ''}>
          {t.appPasswords.create}
        </Button>
      </form>
    </Card>
  );
}
