import { useEffect, useState } from 'preact/hooks';
import { renderSVG } from 'uqr';
import { t } from '../../texts';
import { ApiError, del, post } from '../../lib/api';
import { formatAgo, formatGmt } from '../../lib/dates';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { session } from '../../lib/session';
import { Button, TextField } from '../../ui/controls';
import { CopyButton } from '../../ui/copy';
import { ask, Dialog } from '../../ui/dialog';
import { Badge, Card, Note, Ready } from '../../ui/layout';
import { toast } from '../../ui/toasts';
import { browserName } from './browser-name';

const DAY_SECONDS = 86_400;

export interface AccessLink {
  sent: boolean;
  url: string | null;
  expires_in: number;
}

/** A link that is shown once, to be passed on. */
export function PassOnLink({ link: { url, expires_in: seconds } }: { link: AccessLink }) {
  return (
    <Note kind="success" actions={<CopyButton text={url ?? ''} />}>
      <p>{t.invite.linkText({ days: Math.floor(seconds / DAY_SECONDS) })}</p>
      <code class="secret">{url}</code>
    </Note>
  );
}

/** For users who forgot their password, or never had one. */
export function PasswordLink({ userId }: { userId: number }) {
  const [link, setLink] = useState<AccessLink>();
  const create = useAction(async (send: boolean) => {
    const { data } = await post<AccessLink>(`nestpress/v1/users/${userId}/access-links`, { send });
    setLink(data.url === null ? undefined : data);
    if (data.sent) toast.info(t.access.sent);
  });
  return (
    <Card title={t.access.title}>
      <p class="muted small">{t.access.text}</p>
      {link && <PassOnLink link={link} />}
      <div class="row">
        {session.get()?.features.mail && (
          <Button isBusy={create.isBusy} onClick={() => void create.run(true)}>
            {t.access.send}
          </Button>
        )}
        <Button isBusy={create.isBusy} onClick={() => void create.run(false)}>
          {t.access.copy}
        </Button>
      </div>
    </Card>
  );
}

interface LoginSession {
  id: string;
  started: string;
  expires: string;
  ip: string;
  user_agent: string;
  current: boolean;
}

export function Sessions({ userId }: { userId: number }) {
  const path = `nestpress/v1/users/${userId}/sessions`;
  const list = useGet<LoginSession[]>(path);
  const end = useAction(async (id?: string) => {
    await del(id === undefined ? path : `${path}/${id}`);
    invalidate(path);
  });
  // The route is missing or not for this user: nothing to offer.
  if (list.error instanceof ApiError && list.error.status < 500) return null;
  const sessions = list.data?.data ?? [];
  const hasOwn = sessions.some(({ current }) => current);
  return (
    <Card
      title={t.sessions.title}
      actions={
        sessions.some(({ current }) => !current) && (
          <Button small isBusy={end.isBusy} onClick={() => void end.run()}>
            {hasOwn ? t.sessions.endOthers : t.sessions.endAll}
          </Button>
        )
      }
    >
      <p class="muted small">{t.sessions.text}</p>
      <Ready query={list}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="muted">{t.sessions.none}</p>
          ) : (
            <ul class="simple-list">
              {data.map(({ id, started, expires, ip, user_agent: agent, current }) => (
                <li key={id}>
                  <div class="grow">
                    <strong title={agent}>{browserName(agent) || t.sessions.unknown}</strong>{' '}
                    {current && <Badge tone="good">{t.sessions.current}</Badge>}
                    <div class="muted small">
                      {t.sessions.started({ ago: formatAgo(started), ip, hasAddress: ip ? 'yes' : 'no' })} ·{' '}
                      {t.sessions.expires({ date: formatGmt(expires) })}
                    </div>
                  </div>
                  {!current && (
                    <Button small kind="danger" isBusy={end.isBusy} onClick={() => void end.run(id)}>
                      {t.sessions.end}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Ready>
    </Card>
  );
}

interface Factor {
  enabled: boolean;
  recovery_codes_left: number;
  secret?: string;
  uri?: string;
  recovery_codes?: string[];
}

export function SecondFactor({ userId, isMe }: { userId: number; isMe: boolean }) {
  const path = `nestpress/v1/users/${userId}/second-factor`;
  const state = useGet<Factor>(path);
  const [begun, setBegun] = useState<Factor>();
  const [isDisabling, setDisabling] = useState(false);
  const begin = useAction(async () => setBegun((await post<Factor>(path)).data));
  const disableOther = useAction(async () => {
    const { disableQuestion: title, disableOther: text, disable: confirm } = t.secondFactor;
    if (!(await ask({ title, text, confirm, isDangerous: true }))) return;
    await del(path);
    invalidate(path);
  });
  if (state.error instanceof ApiError && state.error.status < 500) return null;
  return (
    <Card title={t.secondFactor.title}>
      <Ready query={state}>
        {({ data: { enabled, recovery_codes_left: left } }) => (
          <>
            <p class="muted small">
              {isMe
                ? enabled
                  ? t.secondFactor.on({ left })
                  : t.secondFactor.off
                : enabled
                  ? t.secondFactor.othersOn
                  : t.secondFactor.othersOff}
            </p>
            {isMe && !enabled && (
              <Button isBusy={begin.isBusy} onClick={() => void begin.run()}>
                {t.secondFactor.setUp}
              </Button>
            )}
            {enabled && (
              <Button kind="danger" onClick={() => (isMe ? setDisabling(true) : void disableOther.run())}>
                {t.secondFactor.disable}
              </Button>
            )}
          </>
        )}
      </Ready>
      {begun && <SetUp path={path} begun={begun} onClose={() => setBegun(undefined)} />}
      {isDisabling && <Disable path={path} onClose={() => setDisabling(false)} />}
    </Card>
  );
}

interface IdentityLinkState {
  provider: string;
  linked: boolean;
  proposed: { subject: string; name: string } | null;
  address?: string;
}

/** The user of the identity provider that signs in to this account. */
export function IdentityLink({ userId, isMe }: { userId: number; isMe: boolean }) {
  const path = `nestpress/v1/users/${userId}/identity-link`;
  const provider = session.get()?.sign_in_provider;
  const state = useGet<IdentityLinkState>(provider ? path : undefined);
  const begin = useAction(async () => {
    const { data } = await post<IdentityLinkState>(path);
    if (data.address !== undefined) location.assign(data.address);
  });
  const confirm = useAction(async (subject: string) => {
    await post(path, { subject });
    invalidate(path);
    toast.info(t.identityLink.done);
  });
  const unlink = useAction(async (name: string) => {
    const { unlinkQuestion, unlinkText: text, unlink: confirm } = t.identityLink;
    if (!(await ask({ title: unlinkQuestion({ provider: name }), text, confirm, isDangerous: true }))) return;
    await del(path);
    invalidate(path);
  });
  if (!provider || (state.error instanceof ApiError && state.error.status < 500)) return null;
  return (
    <Card title={t.identityLink.title({ provider })}>
      <Ready query={state}>
        {({ data: { linked, proposed } }) => (
          <>
            <p class="muted small">{linked ? t.identityLink.on({ provider }) : t.identityLink.off({ provider })}</p>
            {isMe && !linked && new URLSearchParams(location.search).has('sign_in') && (
              <div role="alert" class="field-error">
                {t.signIn.providerFailed({ name: provider })}
              </div>
            )}
            {isMe && !linked && proposed && (
              <Note
                actions={
                  <Button kind="primary" isBusy={confirm.isBusy} onClick={() => void confirm.run(proposed.subject)}>
                    {t.identityLink.confirm}
                  </Button>
                }
              >
                <p>{t.identityLink.question({ name: proposed.name })}</p>
                <code class="secret">{proposed.subject}</code>
              </Note>
            )}
            {isMe && !linked && (
              <Button isBusy={begin.isBusy} onClick={() => void begin.run()}>
                {t.identityLink.begin({ provider })}
              </Button>
            )}
            {linked && (
              <Button kind="danger" isBusy={unlink.isBusy} onClick={() => void unlink.run(provider)}>
                {t.identityLink.unlink}
              </Button>
            )}
          </>
        )}
      </Ready>
    </Card>
  );
}

const CODE_INPUT = { required: true, autofocus: true, autocomplete: 'one-time-code', spellcheck: false } as const;

/** Shows the secret, asks for a code, then shows the recovery codes. */
function SetUp({ path, begun: { secret = '', uri = '' }, onClose }: { path: string; begun: Factor; onClose(): void }) {
  const [code, setCode] = useState('');
  const [codes, setCodes] = useState<string[]>();
  const enable = useAction(async () => {
    const { data } = await post<Factor>(path, { code });
    setCodes(data.recovery_codes);
    invalidate(path);
  });
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <Dialog
      title={t.secondFactor.title}
      size="small"
      onClose={onClose}
      onSubmit={() => void enable.run()}
      footer={
        <>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={enable.isBusy}>
            {t.secondFactor.enable}
          </Button>
        </>
      }
    >
      <div class="stack">
        <p>{t.secondFactor.scan}</p>
        <img class="qr" alt={t.secondFactor.qr} src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`} />
        <div>
          <div class="muted small">{t.secondFactor.key}</div>
          <code class="secret">{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </div>
        <TextField label={t.secondFactor.code} value={code} onChange={setCode} input={CODE_INPUT} />
      </div>
    </Dialog>
  );
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const text = codes.join('\n');
  const [file, setFile] = useState('');
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
    setFile(url);
    return () => URL.revokeObjectURL(url);
  }, [text]);
  return (
    <Dialog
      title={t.secondFactor.codes}
      size="small"
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t.invite.done}
        </Button>
      }
    >
      <div class="stack">
        <p>{t.secondFactor.codesText}</p>
        <pre class="secret recovery-codes">{text}</pre>
        <div class="row">
          <CopyButton text={text} />
          <a class="button button-small" href={file} download="recovery-codes.txt">
            {t.secondFactor.download}
          </a>
        </div>
      </div>
    </Dialog>
  );
}

function Disable({ path, onClose }: { path: string; onClose(): void }) {
  const [code, setCode] = useState('');
  const disable = useAction(async () => {
    await del(path, { code });
    invalidate(path);
    onClose();
  });
  return (
    <Dialog
      title={t.secondFactor.disable}
      size="small"
      onClose={onClose}
      onSubmit={() => void disable.run()}
      footer={
        <>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button type="submit" kind="danger" isBusy={disable.isBusy}>
            {t.secondFactor.disable}
          </Button>
        </>
      }
    >
      <TextField
        label={t.secondFactor.code}
        help={t.secondFactor.disableText}
        value={code}
        onChange={setCode}
        input={CODE_INPUT}
      />
    </Dialog>
  );
}
