import { type ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../texts';
import { type Sections } from '../lib/permissions';
import { useLocation } from '../lib/router';
import { ErrorNote, Loading } from '../ui/layout';
import { NotFound } from '../ui/not-found';
import { type PageProps } from './page-props';

interface Route {
  path: RegExp;
  load(): Promise<ComponentType<PageProps>>;
  isShown(sections: Sections): boolean;
}

type Loader = () => Promise<ComponentType<PageProps>>;

const route = (path: RegExp, section: keyof Sections | undefined, load: Loader): Route => ({
  path,
  load,
  isShown: (sections) => section === undefined || sections[section],
});

const posts = () => import('../pages/entries/list');
const editor = () => import('../pages/editor/editor-page');
const revisions = () => import('../pages/revisions/revisions-page');
const user = () => import('../pages/users/user-page');

/** Each page is a chunk of its own. The first group of the path is the id. */
const ROUTES: Route[] = [
  route(/^()$/, undefined, async () => (await import('../pages/home')).HomePage),
  route(/^()posts$/, 'posts', async () => (await posts()).PostsPage),
  route(/^()pages$/, 'pages', async () => (await posts()).PagesPage),
  route(/^posts\/(new|\d+)$/, 'posts', async () => (await editor()).PostEditorPage),
  route(/^pages\/(new|\d+)$/, 'pages', async () => (await editor()).PageEditorPage),
  route(/^posts\/(\d+)\/revisions$/, 'posts', async () => (await revisions()).PostRevisionsPage),
  route(/^pages\/(\d+)\/revisions$/, 'pages', async () => (await revisions()).PageRevisionsPage),
  route(/^()media$/, 'media', async () => (await import('../pages/media/library')).MediaPage),
  route(/^()comments$/, 'comments', async () => (await import('../pages/comments/comments-page')).CommentsPage),
  route(/^()users$/, 'users', async () => (await import('../pages/users/users-page')).UsersPage),
  route(/^users\/(\d+)$/, 'users', async () => (await user()).UserPage),
  route(/^()profile$/, undefined, async () => (await user()).ProfilePage),
  route(/^()settings$/, 'settings', async () => (await import('../pages/system/settings-page')).SettingsPage),
  route(/^()forms$/, 'forms', async () => (await import('../pages/forms/forms-page')).FormsPage),
  route(/^forms\/(new|\d+)$/, 'forms', async () => (await import('../pages/forms/form-editor')).FormEditorPage),
  route(/^()inbox$/, 'inbox', async () => (await import('../pages/forms/inbox-page')).InboxPage),
  route(/^()popups$/, 'popups', async () => (await import('../pages/popups/popups-page')).PopupsPage),
  route(/^()cache$/, 'cache', async () => (await import('../pages/system/cache-page')).CachePage),
  route(/^()health$/, 'health', async () => (await import('../pages/system/health-page')).HealthPage),
];

export function Pages({ sections, userId }: Omit<PageProps, 'id'>) {
  const { path, visit } = useLocation();
  const found = ROUTES.find((one) => one.path.test(path) && one.isShown(sections));
  if (!found) return <NotFound />;
  const id = found.path.exec(path)?.[1] ?? '';
  return (
    <LazyPage key={`${visit} ${found.path.source} ${id}`} route={found} sections={sections} userId={userId} id={id} />
  );
}

function LazyPage({ route: { load }, ...props }: PageProps & { route: Route }) {
  const [Component, setComponent] = useState<ComponentType<PageProps>>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    load().then((loaded) => setComponent(() => loaded), setError);
  }, [load]);
  if (error) return <ErrorNote error={new Error(t.errors.offline)} onRetry={() => window.location.reload()} />;
  return Component ? <Component {...props} /> : <Loading />;
}
