import { useState } from 'preact/hooks';
import { t } from '../texts';
import { messageOf } from '../lib/api';
import { followLanguage } from '../lib/language';
import { Link, navigate } from '../lib/router';
import { session, setUp, type SiteKind } from '../lib/session';
import { useStore } from '../lib/store';
import { Button, type Option, PasswordField, Select, TextField } from '../ui/controls';
import { Note, useTitle } from '../ui/layout';
import { PictureChoice } from '../ui/picture-choice';
import { BrandMark } from './brand';
import { kindOptions } from './site-kinds';

const MIN_PASSWORD_LENGTH = 12;

/** First run: names the site, creates the administrator and signs in. */
export function SetupPage({ token }: { token: string }) {
  const [values, setValues] = useState({ title: '', login: '', email: '', password: '' });
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [isShort, setShort] = useState(false);
  const [kind, setKind] = useState<SiteKind>('blocks');
  const current = useStore(session);
  const languages = current?.setup_languages ?? [];
  const [chosen, setLanguage] = useState<string>();
  const language =
    chosen ?? languages.find(({ locale }) => locale.split('_')[0] === document.documentElement.lang)?.locale;
  const isUsed = current?.setup_required === false;
  const kinds = current?.setup_kinds ?? [];
  useTitle(t.setup.title);
  const change = (name: keyof typeof values) => (value: string) => setValues({ ...values, [name]: value });

  const submit = async (event: Event) => {
    event.preventDefault();
    if (values.password.length < MIN_PASSWORD_LENGTH) {
      setShort(true);
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
      const { language: ofConsole } = await setUp({
        token,
        ...values,
        ...(kinds.length > 0 && { kind }),
        language,
        timezone,
      });
      navigate('', { replace: true });
      followLanguage(ofConsole);
    } catch (problem) {
      setError(messageOf(problem));
      setBusy(false);
    }
  };

  return (
    <main class="gate">
      <div class="gate-card">
        <BrandMark />
        <h1>{t.setup.title}</h1>
        {!isUsed && <p class="muted">{t.setup.intro}</p>}
        {isUsed ? (
          <>
            <Note>{t.setup.used}</Note>
            <Link to="" class="button button-wide">
              {t.signIn.submit}
            </Link>
          </>
        ) : token === '' ? (
          <Note kind="warning">{t.setup.noToken}</Note>
        ) : (
          <form class="stack" onSubmit={(event) => void submit(event)}>
            {language !== undefined && (
              <Select
                label={t.setup.language}
                help={t.setup.languageHelp}
                value={language}
                options={languages.map(({ locale, name }): Option => [locale, name])}
                onChange={setLanguage}
              />
            )}
            {kinds.length > 0 && (
              <PictureChoice
                label={t.setup.kind}
                value={kind}
                options={kindOptions(kinds)}
                onChange={(chosen) => setKind(chosen as SiteKind)}
              />
            )}
            <TextField
              label={t.setup.siteTitle}
              value={values.title}
              onChange={change('title')}
              input={{ required: true, autofocus: true }}
            />
            <TextField
              label={t.setup.login}
              value={values.login}
              onChange={change('login')}
              input={{ required: true, autocomplete: 'username', autocapitalize: 'none', spellcheck: false }}
            />
            <TextField
              label={t.setup.email}
              type="email"
              value={values.email}
              onChange={change('email')}
              input={{ required: true, autocomplete: 'email' }}
            />
            <PasswordField
              label={t.setup.password}
              help={t.setup.passwordHelp}
              value={values.password}
              onChange={(password) => (change('password')(password), setShort(false))}
              error={isShort ? t.setup.short : undefined}
              input={{ required: true, autocomplete: 'new-password' }}
            />
            <div role="alert" class="field-error">
              {error}
            </div>
            <Button type="submit" kind="primary" class="button-wide" isBusy={isBusy}>
              {t.setup.submit}
            </Button>
          </form>
        )}
      </div>
    </main>
  );
}
