import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { t } from '../texts';
import { BLOCK_EDITOR } from '../lib/block-editor';
import { queryClient } from '../lib/queries';
import { navigate, useLocation } from '../lib/router';
import { CONSOLE_URL, loadSession, session } from '../lib/session';
import { useStore } from '../lib/store';
import { Button } from '../ui/controls';
import { Questions } from '../ui/dialog';
import { EmptyState, ErrorNote, Loading } from '../ui/layout';
import { Toasts } from '../ui/toasts';
import { SetupPage } from './setup';
import { Shell } from './shell';
import { ExpiredDialog, SignInPage } from './sign-in';

export function App() {
  return (
    <>
      <Gate />
      <ExpiredDialog />
      <Questions />
      <Toasts />
    </>
  );
}

/** Everything needs a session except the sign-in and set-up pages. */
function Gate() {
  const current = useStore(session);
  const { path, query } = useLocation();
  const [problem, setProblem] = useState<unknown>();
  const [wasSignedIn, setWasSignedIn] = useState<number>();
  const load = () => {
    setProblem(undefined);
    loadSession().catch(setProblem);
  };
  useEffect(load, []);
  const userId = current?.signed_in ? current.user_id : undefined;
  useEffect(() => {
    if (userId === undefined) return;
    // Another user's responses must not be shown.
    if (wasSignedIn !== undefined && wasSignedIn !== userId) queryClient.clear();
    setWasSignedIn(userId);
  }, [userId]);

  if (!current) {
    return (
      <div class="gate">{problem ? <ErrorNote error={new Error(t.errors.offline)} onRetry={load} /> : <Loading />}</div>
    );
  }
  if (path === 'setup') return <SetupPage token={query.get('token') ?? ''} />;
  if (path === 'forgotten' || path === 'password') return <PasswordPages path={path} />;
  // While the sign-in dialogue is open the page stays, with everything typed into it.
  if (!current.signed_in && wasSignedIn === undefined) return <SignInPage />;
  if (path === 'login') return <GoOn next={query.get('next')} />;
  return <Boundary userId={wasSignedIn ?? userId!} onSignedOut={() => setWasSignedIn(undefined)} />;
}

/** Rarely needed, and therefore no part of the first load. */
function PasswordPages({ path }: { path: 'forgotten' | 'password' }) {
  const [pages, setPages] = useState<typeof import('./password-pages')>();
  useEffect(() => void import('./password-pages').then(setPages), []);
  if (!pages) return <Loading />;
  return path === 'password' ? <pages.ChoosePasswordPage /> : <pages.ForgottenPage />;
}

/** The sign-in page's address, for users who are already signed in. The block editor, a page of its own, sends people here. */
function GoOn({ next }: { next: string | null }) {
  useEffect(() => {
    if (next?.startsWith(BLOCK_EDITOR)) window.location.replace(new URL(next, CONSOLE_URL));
    else navigate('', { replace: true });
  }, []);
  return null;
}

/** Keeps the rest of the console usable when a page fails. */
function Boundary({ userId, onSignedOut }: { userId: number; onSignedOut(): void }) {
  const [error, reset] = useErrorBoundary();
  const { path } = useLocation();
  useEffect(() => {
    if (error) reset();
  }, [path]);
  if (error) {
    return (
      <div class="gate">
        <EmptyState icon="warning" title={t.errors.crashed}>
          <p>{String((error as Error).message)}</p>
          <Button kind="primary" onClick={() => window.location.reload()}>
            {t.actions.retry}
          </Button>
        </EmptyState>
      </div>
    );
  }
  return <Shell userId={userId} onSignedOut={onSignedOut} />;
}
