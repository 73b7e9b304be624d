import { type ComponentType } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { t, withPageTexts } from '../texts';
import { BLOCK_EDITOR } from '../lib/block-editor';
import { followLanguage } from '../lib/language';
import { queryClient } from '../lib/queries';
import { navigate, useLocation } from '../lib/router';
import { CONSOLE_URL, loadSession, session } from '../lib/session';
import { useStore } from '../lib/store';
import { Questions } from '../ui/dialog';
import { ErrorNote, Loading } from '../ui/layout';
import { Crashed } from '../ui/not-found';
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
    if (wasSignedIn === undefined) followLanguage(current!.language);
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
  if (path === 'forgotten') return <Lazy key={path} load={loadForgotten} props={{}} />;
  if (path === 'password') return <Lazy key={path} load={loadPassword} props={{}} />;
  // While the sign-in dialogue is open the page stays, with everything typed into it.
  if (!current.signed_in && wasSignedIn === undefined) return <SignInPage />;
  if (path === 'login') return <GoOn next={query.get('next')} />;
  if (path === 'authorize') return <Lazy load={loadAuthorize} props={{ query }} />;
  if (path === 'connect') return <Lazy load={loadConnect} props={{ query }} />;
  const [, previewed] = /^preview\/(\d+)$/.exec(path) ?? [];
  if (previewed !== undefined) return <Lazy load={loadPreview} props={{ id: previewed }} />;
  return <Boundary userId={wasSignedIn ?? userId!} onSignedOut={() => setWasSignedIn(undefined)} />;
}

/** A page that is rarely needed, and therefore no part of the first load. */
function Lazy<P extends object>({ load, props }: { load: () => Promise<ComponentType<P>>; props: P }) {
  const [Page, setPage] = useState<ComponentType<P>>();
  useEffect(() => void withPageTexts(load).then((loaded) => setPage(() => loaded)), []);
  return Page ? <Page {...props} /> : <Loading />;
}

const loadForgotten = async () => (await import('./password-pages')).ForgottenPage;
const loadPassword = async () => (await import('./password-pages')).ChoosePasswordPage;
const loadAuthorize = async () => (await import('./authorize-page')).AuthorizePage;
const loadConnect = async () => (await import('./connect-page')).ConnectPage;
const loadPreview = async () => (await import('../pages/editor/preview-page')).PreviewPage;

/** The sign-in page's address, for users who are already signed in. The block editor, a page of its own, sends people here. */
function GoOn({ next }: { next: string | null }) {
  useEffect(() => {
    if (next?.startsWith(BLOCK_EDITOR)) window.location.replace(new URL(next, CONSOLE_URL));
    else navigate('', { replace: true });
  }, []);
  return null;
}

/** For a failure of what surrounds the pages, each of which has a boundary of its own. */
function Boundary({ userId, onSignedOut }: { userId: number; onSignedOut(): void }) {
  const [error] = useErrorBoundary();
  if (error) {
    return (
      <div class="gate">
        <Crashed error={error} />
      </div>
    );
  }
  return <Shell userId={userId} onSignedOut={onSignedOut} />;
}
