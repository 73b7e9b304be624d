import { useEffect, useState } from 'preact/hooks';
import { t } from '../texts';
import { formatDuration } from '../lib/dates';
import { messageOf } from '../lib/api';
import { CONSOLE_URL, isExpired, session, signIn, SignInError } from '../lib/session';
import { Link } from '../lib/router';
import { useStore } from '../lib/store';
import { Button, Checkbox, PasswordField, TextField } from '../ui/controls';
import { Dialog } from '../ui/dialog';
import { Note, useTitle } from '../ui/layout';
import { BrandMark } from './brand';

/** Counts down to zero; undefined while nothing is locked. */
export function useCountdown(): [number | undefined, (seconds: number | undefined) => void] {
  const [until, setUntil] = useState<number>();
  const [left, setLeft] = useState<number>();
  useEffect(() => {
    if (until === undefined) return;
    const tick = () => {
      const seconds = Math.ceil((until - performance.now()) / 1000);
      setLeft(seconds > 0 ? seconds : undefined);
      if (seconds <= 0) setUntil(undefined);
    };
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [until]);
  return [left, (seconds) => setUntil(seconds === undefined ? undefined : performance.now() + seconds * 1000)];
}

function SignInForm() {
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(true);
  // Undefined until the server asks for one.
  const [code, setCode] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [lockedFor, lockFor] = useCountdown();

  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await signIn({ login, password, remember, code });
    } catch (problem) {
      setBusy(false);
      if (problem instanceof SignInError && problem.code === 'rest_second_factor_required') {
        setCode('');
        return;
      }
      if (problem instanceof SignInError && problem.retryAfter !== undefined) lockFor(problem.retryAfter);
      else setError(messageOf(problem));
    }
  };

  return (
    <form class="stack" onSubmit={(event) => void submit(event)}>
      {code === undefined ? (
        <>
          <TextField
            label={t.signIn.login}
            value={login}
            onChange={setLogin}
            input={{
              autocomplete: 'username',
              required: true,
              autofocus: true,
              autocapitalize: 'none',
              spellcheck: false,
            }}
          />
          <PasswordField
            label={t.signIn.password}
            value={password}
            onChange={setPassword}
            input={{ autocomplete: 'current-password', required: true }}
          />
          <Checkbox label={t.signIn.remember} checked={remember} onChange={setRemember} />
        </>
      ) : (
        <TextField
          key="code"
          label={t.signIn.code}
          help={t.signIn.codeHelp}
          value={code}
          onChange={setCode}
          input={{ autocomplete: 'one-time-code', required: true, autofocus: true, spellcheck: false }}
        />
      )}
      <div role="alert" class="field-error">
        {lockedFor !== undefined ? t.signIn.locked({ duration: formatDuration(lockedFor) }) : error}
      </div>
      <Button type="submit" kind="primary" class="button-wide" isBusy={isBusy} disabled={lockedFor !== undefined}>
        {t.signIn.submit}
      </Button>
      {code !== undefined && (
        <button type="button" class="link-button" onClick={() => (setCode(undefined), setError(undefined))}>
          {t.signIn.otherAccount}
        </button>
      )}
    </form>
  );
}

export function SignInPage() {
  const current = useStore(session);
  useTitle(t.signIn.title);
  return (
    <main class="gate">
      <div class="gate-card">
        <BrandMark />
        <h1>{t.signIn.title}</h1>
        <p class="muted">{current?.site.name}</p>
        {current?.setup_required && <Note>{t.signIn.setupHint}</Note>}
        <SignInForm />
        <Link to="forgotten" class="gate-link">
          {t.signIn.forgotten}
        </Link>
        {current?.sign_in_provider && (
          <>
            <a class="button button-wide" href={new URL('oidc/start', CONSOLE_URL).href}>
              {t.signIn.withProvider({ name: current.sign_in_provider })}
            </a>
            {new URLSearchParams(location.search).has('sign_in') && (
              <div role="alert" class="field-error">
                {t.signIn.providerFailed({ name: current.sign_in_provider })}
              </div>
            )}
          </>
        )}
      </div>
    </main>
  );
}

/** Over the page whose session ended; requests that failed are repeated after the sign-in. */
export function ExpiredDialog() {
  if (!useStore(isExpired)) return null;
  return (
    <Dialog title={t.signIn.expired} size="small" onClose={() => undefined}>
      <p class="muted">{t.signIn.expiredText}</p>
      <SignInForm />
    </Dialog>
  );
}
