import { type ComponentType } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { t, withPageTexts } from '../texts';
import { type Content } from '../lib/content-types';
import { ExtensionPart, extensionPath, useExtensions } from '../lib/extensions';
import { type Sections } from '../lib/permissions';
import { type Extension } from '../lib/session';
import { useLocation } from '../lib/router';
import { ErrorNote, Loading } from '../ui/layout';
import { Crashed, Forbidden, NotFound } from '../ui/not-found';
import { type EntryPageProps, type PageProps, type TermsPageProps } from './page-props';

type Loader<P> = () => Promise<ComponentType<P>>;

interface Route<P = PageProps> {
  path: RegExp;
  load: Loader<P>;
  section?: Exclude<keyof Sections, keyof Content | 'optionsPages'>;
}

const route = (path: RegExp, section: Route['section'], load: Loader<PageProps>): Route => ({ path, load, section });

const user = () => import('../pages/users/user-page');

/** Each page is a chunk of its own. The first group of the path is the id. */
const ROUTES: Route[] = [
  route(/^()$/, undefined, async () => (await import('../pages/home')).HomePage),
  route(/^()review$/, undefined, async () => (await import('../pages/review-page')).ReviewPage),
  route(/^()media$/, 'media', async () => (await import('../pages/media/library')).MediaPage),
  route(/^()comments$/, 'comments', async () => (await import('../pages/comments/comments-page')).CommentsPage),
  route(
    /^()comments\/rules$/,
    'settings',
    async () => (await import('../pages/comments/comment-rules-page')).CommentRulesPage,
  ),
  route(/^()users$/, 'users', async () => (await import('../pages/users/users-page')).UsersPage),
  route(/^users\/(\d+)$/, 'users', async () => (await user()).UserPage),
  route(/^()profile$/, undefined, async () => (await user()).ProfilePage),
  route(
    /^()appearance$/,
    'appearance',
    async () => (await import('../pages/appearance/appearance-page')).AppearancePage,
  ),
  route(/^()settings$/, 'settings', async () => (await import('../pages/system/settings-page')).SettingsPage),
  route(/^()forms$/, 'forms', async () => (await import('../pages/forms/forms-page')).FormsPage),
  route(/^forms\/(new|\d+)$/, 'forms', async () => (await import('../pages/forms/form-editor')).FormEditorPage),
  route(/^()inbox$/, 'inbox', async () => (await import('../pages/forms/inbox-page')).InboxPage),
  route(/^()popups$/, 'popups', async () => (await import('../pages/popups/popups-page')).PopupsPage),
  route(/^popups\/(new|\d+)$/, 'popups', async () => (await import('../pages/popups/popup-page')).PopupPage),
  route(/^()menus$/, 'menus', async () => (await import('../pages/menus/menus-page')).MenusPage),
  route(/^()cache$/, 'cache', async () => (await import('../pages/system/cache-page')).CachePage),
  route(/^()redirects$/, 'redirects', async () => (await import('../pages/system/redirects-page')).RedirectsPage),
  route(/^()transfer$/, 'transfer', async () => (await import('../pages/system/transfer-page')).TransferPage),
  route(/^()webhooks$/, 'webhooks', async () => (await import('../pages/system/webhooks-page')).WebhooksPage),
  route(/^()agents$/, 'agents', async () => (await import('../pages/system/agents-page')).AgentsPage),
  route(/^()graphiql$/, 'graphiql', async () => (await import('../pages/system/graphiql-page')).GraphiqlPage),
  route(/^()audit-log$/, 'auditLog', async () => (await import('../pages/system/audit-log-page')).AuditLogPage),
  route(/^()health$/, 'health', async () => (await import('../pages/system/health-page')).HealthPage),
];

/** The same pages for every content type, below its path. */
const ENTRY_ROUTES: Route<EntryPageProps>[] = [
  { path: /^()$/, load: async () => (await import('../pages/entries/list')).EntriesPage },
  { path: /^\/(new|\d+)$/, load: async () => (await import('../pages/editor/editor-page')).EditorPage },
  { path: /^\/(\d+)\/fields$/, load: async () => (await import('../pages/editor/fields-page')).FieldsPage },
  { path: /^\/(\d+)\/revisions$/, load: async () => (await import('../pages/revisions/revisions-page')).RevisionsPage },
];

/** Types and taxonomies that every site has, also for accounts that may not list them. */
const KNOWN_TYPES = ['posts', 'pages'];
const KNOWN_TERMS = ['terms/categories', 'terms/tags'];

const OPTIONS_PAGE = /^options\/([\w-]+)$/;
const loadOptionsPage: Loader<PageProps> = async () => (await import('../pages/options/options-page')).OptionsPage;
const loadTermsPage: Loader<TermsPageProps> = async () => (await import('../pages/terms/terms-page')).TermsPage;

interface Found {
  load: Loader<PageProps>;
  id: string;
}

/** A page with the type or taxonomy that it is about. */
function withProps<M extends object>(load: Loader<PageProps & M>, more: M): Loader<PageProps> {
  return async () => {
    const Component = await load();
    return (props) => <Component {...props} {...more} />;
  };
}

/** The page of an extension. */
const extensionPage =
  (extension: Extension): Loader<PageProps> =>
  () =>
    Promise.resolve(() => <ExtensionPart extension={extension} part={(parts) => parts.Page} props={{}} />);

function findPage(path: string, sections: Sections, extensions: readonly Extension[]): Found | 'forbidden' | undefined {
  const extension = extensions.find((extension) => extension.page !== null && path === extensionPath(extension));
  if (extension) return { load: extensionPage(extension), id: '' };
  for (const { path: pattern, load, section } of ROUTES) {
    const match = pattern.exec(path);
    if (match) return section === undefined || sections[section] ? { load, id: match[1] ?? '' } : 'forbidden';
  }
  for (const type of sections.types.filter(({ to }) => path === to || path.startsWith(`${to}/`))) {
    for (const { path: pattern, load } of ENTRY_ROUTES) {
      const match = pattern.exec(path.slice(type.to.length));
      if (match) return { load: withProps(load, { type }), id: match[1] ?? '' };
    }
  }
  const options = OPTIONS_PAGE.exec(path)?.[1];
  if (options !== undefined)
    return sections.optionsPages.some(({ name }) => name === options)
      ? { load: loadOptionsPage, id: options }
      : undefined;
  const section = KNOWN_TYPES.find((to) => path === to || path.startsWith(`${to}/`));
  if (section && sections.types.every(({ to }) => to !== section)) return 'forbidden';
  const taxonomy = sections.taxonomies.find(({ base }) => path === `terms/${base}`);
  if (taxonomy?.mayManage) return { load: withProps(loadTermsPage, { taxonomy }), id: '' };
  return taxonomy || KNOWN_TERMS.includes(path) ? 'forbidden' : undefined;
}

export function Pages({ sections, userId }: Omit<PageProps, 'id'>) {
  const { path, visit } = useLocation();
  const found = findPage(path, sections, useExtensions());
  if (found === undefined) return <NotFound />;
  if (found === 'forbidden') return <Forbidden />;
  return <Boundary key={`${visit} ${path}`} {...found} sections={sections} userId={userId} />;
}

/** When a page fails, the navigation stays, and another page can be opened. */
function Boundary(props: PageProps & { load: Loader<PageProps> }) {
  const [error] = useErrorBoundary();
  return error ? <Crashed error={error} /> : <LazyPage {...props} />;
}

/** Pages whose chunks have been loaded, which are shown without waiting. */
const loadedPages = new Map<Loader<PageProps>, ComponentType<PageProps>>();

/** Loads the chunk of a page before it is known whether it may be shown. A failure is reported when it is shown. */
export function preloadPage(path: string): void {
  const load = ROUTES.find(({ path: pattern }) => pattern.test(path))?.load;
  if (!load) return;
  withPageTexts(load).then(
    (loaded) => loadedPages.set(load, loaded),
    () => undefined,
  );
}

function LazyPage({ load, ...props }: PageProps & { load: Loader<PageProps> }) {
  const [Component, setComponent] = useState(() => loadedPages.get(load));
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (!Component) withPageTexts(load).then((loaded) => setComponent(() => loaded), setError);
  }, []);
  if (error) return <ErrorNote error={new Error(t.errors.offline)} onRetry={() => window.location.reload()} />;
  return Component ? <Component {...props} /> : <Loading />;
}
