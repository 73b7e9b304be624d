import { type ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../texts';
import { formatDuration } from '../lib/dates';
import { messageOf } from '../lib/api';
import { Link, navigate } from '../lib/router';
import { choosePassword, readPasswordLink, requestPassword, session, SignInError } from '../lib/session';
import { useStore } from '../lib/store';
import { Button, PasswordField, TextField } from '../ui/controls';
import { Loading, Note, useTitle } from '../ui/layout';
import { BrandMark } from './brand';
import { useCountdown } from './sign-in';

const MIN_PASSWORD_LENGTH = 12;

function GatePage({ title, intro, children }: { title: string; intro?: string; children: ComponentChildren }) {
  useTitle(title);
  return (
    <main class="gate">
      <div class="gate-card">
        <BrandMark />
        <h1>{title}</h1>
        {intro && <p class="muted">{intro}</p>}
        {children}
      </div>
    </main>
  );
}

const ToSignIn = () => (
  <Link to="login" class="gate-link">
    {t.password.toSignIn}
  </Link>
);

/** Asks for a link by mail. What is shown does not depend on whether there is such an account. */
export function ForgottenPage() {
  const sendsMail = useStore(session)?.features.mail;
  const [login, setLogin] = useState('');
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking');
  const [error, setError] = useState<string>();
  const [lockedFor, lockFor] = useCountdown();
  const submit = async (event: Event) => {
    event.preventDefault();
    setState('busy');
    setError(undefined);
    try {
      await requestPassword(login);
      setState('sent');
    } catch (problem) {
      setState('asking');
      if (problem instanceof SignInError && problem.retryAfter !== undefined) lockFor(problem.retryAfter);
      else setError(messageOf(problem));
    }
  };
  if (state === 'sent')
    return (
      <GatePage title={t.password.sentTitle} intro={t.password.sentText}>
        <ToSignIn />
      </GatePage>
    );
  return (
    <GatePage title={t.password.forgotten} intro={sendsMail ? t.password.forgottenText : undefined}>
      {sendsMail ? (
        <form class="stack" onSubmit={(event) => void submit(event)}>
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
          <div role="alert" class="field-error">
            {lockedFor !== undefined ? t.signIn.locked({ duration: formatDuration(lockedFor) }) : error}
          </div>
          <Button
            type="submit"
            kind="primary"
            class="button-wide"
            isBusy={state === 'busy'}
            disabled={lockedFor !== undefined}
          >
            {t.password.send}
          </Button>
        </form>
      ) : (
        <Note>{t.password.noMail}</Note>
      )}
      <ToSignIn />
    </GatePage>
  );
}

/** Opened with a link whose token follows `#`. */
export function ChoosePasswordPage() {
  const [token] = useState(() => location.hash.slice(1));
  const [login, setLogin] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [isShort, setShort] = useState(false);
  const [isChosen, setChosen] = useState(false);
  useEffect(() => {
    readPasswordLink(token).then(
      (found) => setLogin(found.login),
      (problem: unknown) => setRefusal(messageOf(problem)),
    );
  }, []);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (password.length < MIN_PASSWORD_LENGTH) {
      setShort(true);
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      const { signed_in: isSignedIn } = await choosePassword(token, password);
      if (isSignedIn) navigate('', { replace: true });
      else setChosen(true);
    } catch (problem) {
      setError(messageOf(problem));
      setBusy(false);
    }
  };
  if (refusal !== undefined)
    return (
      <GatePage title={t.password.invalid} intro={refusal}>
        <Link to="forgotten" class="button button-wide">
          {t.password.askAgain}
        </Link>
        <ToSignIn />
      </GatePage>
    );
  if (login === undefined) return <Loading />;
  if (isChosen)
    return (
      <GatePage title={t.password.choose}>
        <Note kind="success">{t.password.chosen}</Note>
        <ToSignIn />
      </GatePage>
    );
  return (
    <GatePage title={t.password.choose} intro={t.password.chooseFor({ login })}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        {/* For the browser, which stores the new password under it. */}
        <input
          type="text"
          class="visually-hidden"
          autocomplete="username"
          value={login}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <PasswordField
          label={t.setup.password}
          help={t.setup.passwordHelp}
          value={password}
          error={isShort ? t.setup.short : undefined}
          onChange={(typed) => (setPassword(typed), setShort(false))}
          input={{ required: true, autofocus: true, autocomplete: 'new-password' }}
        />
        <div role="alert" class="field-error">
          {error}
        </div>
        <Button type="submit" kind="primary" class="button-wide" isBusy={isBusy}>
          {t.password.submit}
        </Button>
      </form>
    </GatePage>
  );
}
