import { useState } from 'preact/hooks';
import { t } from '../texts';
import { post } from '../lib/api';
import { useAction } from '../lib/queries';
import { navigate } from '../lib/router';
import { session } from '../lib/session';
import { Button, Checkbox, TextField } from '../ui/controls';
import { CopyButton } from '../ui/copy';
import { Note, useTitle } from '../ui/layout';
import { BrandMark } from './brand';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const OWN_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);
const NEVER = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:']);

/** An address of the app, which may have a scheme of its own; undefined for one that must not get a password. */
function appAddress(text: string | null): URL | undefined {
  if (text === null || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isSafe = !NEVER.has(url.protocol) && (url.protocol !== 'http:' || OWN_MACHINE.has(url.hostname));
  return isSafe ? url : undefined;
}

function withQuery(url: URL, values: Readonly<Record<string, string>>): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value);
  return target.href;
}

/** Asks the user whether an app may have an application password, with the parameters of WordPress's page for it. */
export function AuthorizePage({ query }: { query: URLSearchParams }) {
  useTitle(t.authorize.title);
  const success = appAddress(query.get('success_url'));
  const reject = appAddress(query.get('reject_url'));
  const appId = query.get('app_id') ?? '';
  const [name, setName] = useState(query.get('app_name') ?? '');
  const [isReadOnly, setReadOnly] = useState(false);
  const [password, setPassword] = useState<string>();
  const { site, user_id: user } = session.get()!;
  const approve = useAction(async () => {
    const { data } = await post<{ password: string; login: string }>(
      `nestpress/v1/users/${user}/application-passwords`,
      { name, read_only: isReadOnly, ...(appId !== '' && { app_id: appId }) },
    );
    if (!success) return setPassword(data.password);
    const bare = data.password.replaceAll(' ', '');
    window.location.href = withQuery(success, { site_url: site.url, user_login: data.login, password: bare });
  });
  const refuse = () => {
    if (reject) window.location.href = reject.href;
    else if (success) window.location.href = withQuery(success, { success: 'false' });
    else navigate('', { replace: true });
  };
  const isInvalid =
    (query.has('success_url') && !success) ||
    (query.has('reject_url') && !reject) ||
    (appId !== '' && !UUID.test(appId));
  return (
    <main class="gate" id="main">
      <div class="card stack sign-in">
        <BrandMark />
        <h1>{t.authorize.title}</h1>
        {isInvalid && <Note kind="warning">{t.authorize.invalid}</Note>}
        {!isInvalid && password === undefined && (
          <form
            class="stack"
            onSubmit={(event) => {
              event.preventDefault();
              void approve.run();
            }}
          >
            <p>{t.authorize.question({ app: query.get('app_name') ?? '', site: site.name })}</p>
            <TextField
              label={t.appPasswords.name}
              value={name}
              onChange={setName}
              input={{ required: true, autocomplete: 'off' }}
            />
            <Checkbox label={t.appPasswords.readOnly} checked={isReadOnly} onChange={setReadOnly} />
            {success && <p class="muted small">{t.authorize.returns({ address: success.host || success.protocol })}</p>}
            <Button type="submit" kind="primary" isBusy={approve.isBusy} disabled={name.trim() === ''}>
              {t.authorize.approve}
            </Button>
            <Button onClick={refuse}>{t.authorize.refuse}</Button>
          </form>
        )}
        {password !== undefined && (
          <Note kind="success" actions={<CopyButton text={password} />}>
            <p>{t.appPasswords.created({ name })}</p>
            <code class="secret">{password}</code>
          </Note>
        )}
      </div>
    </main>
  );
}
