import { t } from '../../texts';
import { del } from '../../lib/api';
import { formatAgo } from '../../lib/dates';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { Button } from '../../ui/controls';
import { ask } from '../../ui/dialog';
import { Card } from '../../ui/layout';

interface AppToken {
  id: number;
  name: string;
  scope: string;
  created: string;
  last_used: string;
  last_ip: string;
}

/** Apps that are signed in with tokens; nothing without any. */
export function AppTokens({ userId }: { userId: number }) {
  const path = `nestpress/v1/users/${userId}/tokens`;
  const list = useGet<AppToken[]>(path);
  const revoke = useAction(async ({ id, name }: AppToken) => {
    const question = { title: t.appTokens.revokeQuestion({ name }), text: t.appTokens.revokeText };
    if (!(await ask({ ...question, confirm: t.appTokens.revoke, isDangerous: true }))) return;
    await del(`${path}/${id}`);
    invalidate(path);
  });
  const tokens = list.data?.data ?? [];
  if (tokens.length === 0) return null;
  return (
    <Card title={t.appTokens.title}>
      <ul class="simple-list">
        {tokens.map((token) => (
          <li key={token.id}>
            <div class="grow">
              <strong>{token.name}</strong>
              <div class="muted small">
                {t.appPasswords.createdAt({ ago: formatAgo(token.created) })}
                {' · '}
                {t.appPasswords.used({ ago: formatAgo(token.last_used), ip: token.last_ip, hasAddress: 'yes' })}
                {` · ${token.scope}`}
              </div>
            </div>
            <Button small kind="danger" onClick={() => void revoke.run(token)}>
              {t.appTokens.revoke}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
