import { useQuery } from '@tanstack/preact-query';
import { getTogether, type Read, readAll } from './api';
import { type Content, CONTENT_READS, loadContent } from './content-types';
import { queryClient, useAllowedOfAll } from './queries';
import { session } from './session';
import { type ContentType, type Entry, type User } from './types';

export interface OptionsPage {
  name: string;
  title: string;
}

/** What the navigation may offer, derived from the API's responses for this user. */
export interface Sections extends Content {
  /** Options pages of a plugin. */
  optionsPages: readonly OptionsPage[];
  media: boolean;
  comments: boolean;
  users: boolean;
  settings: boolean;
  appearance: boolean;
  forms: boolean;
  inbox: boolean;
  popups: boolean;
  cache: boolean;
  webhooks: boolean;
  redirects: boolean;
  importing: boolean;
  exporting: boolean;
  /** Any of these two. */
  transfer: boolean;
  menus: boolean;
  auditLog: boolean;
  agents: boolean;
  health: boolean;
  graphiql: boolean;
}

/** Routes whose `Allow` decides about a section, and the method that must be in it. */
const ROUTES: Record<
  Exclude<keyof Sections, keyof Content | 'optionsPages' | 'comments' | 'forms' | 'graphiql' | 'transfer'>,
  [path: string, method: string]
> = {
  media: ['wp/v2/media', 'POST'],
  users: ['wp/v2/users', 'POST'],
  settings: ['wp/v2/settings', 'GET'],
  appearance: ['nestpress/v1/public-site', 'POST'],
  inbox: ['nestpress/v1/submissions', 'GET'],
  popups: ['nestpress/v1/popups', 'GET'],
  cache: ['nestpress/v1/cache', 'GET'],
  webhooks: ['nestpress/v1/webhooks', 'GET'],
  redirects: ['nestpress/v1/redirects', 'GET'],
  importing: ['nestpress/v1/imports', 'POST'],
  exporting: ['nestpress/v1/site-export', 'GET'],
  menus: ['nestpress/v1/menus', 'GET'],
  auditLog: ['nestpress/v1/audit-log', 'GET'],
  agents: ['nestpress/v1/mcp', 'GET'],
  health: ['nestpress/v1/health', 'GET'],
};

const OPTIONS_PAGES: Read = { path: 'nestpress/v1/options-pages' };

const ME = {
  queryKey: ['get', 'wp/v2/users/me', { context: 'edit' }],
  staleTime: 60_000,
  queryFn: () => getTogether<User>('wp/v2/users/me', { context: 'edit' }),
};

async function loadSections(): Promise<Sections> {
  const routes = Object.entries(ROUTES);
  const [me, [types, taxonomies, optionsPages, ...allowed]] = await Promise.all([
    queryClient.fetchQuery(ME),
    readAll([
      ...CONTENT_READS,
      OPTIONS_PAGES,
      ...routes.map(([, [path]]): Read => ({ method: 'OPTIONS', path, describe: false })),
    ]),
  ]);
  const isAllowed = routes.map(([name, [, method]], index) => [name, allowed[index]?.allow.includes(method) === true]);
  const sections = Object.fromEntries(isAllowed as [string, boolean][]) as unknown as Sections;
  return {
    ...sections,
    ...(await loadContent(types, taxonomies)),
    optionsPages: (optionsPages?.data ?? []) as readonly OptionsPage[],
    // Moderation needs the edit context, which `Allow` does not cover.
    comments: me.data.capabilities?.moderate_comments === true,
    // The routes of forms list every method for everyone; who may read what forms received may write them.
    forms: sections.inbox,
    graphiql: session.get()?.features.graphiql === true && me.data.capabilities?.manage_options === true,
    transfer: sections.importing || sections.exporting,
  };
}

export function useSections(userId: number | undefined): Sections | undefined {
  return useQuery({
    queryKey: ['sections', userId],
    enabled: userId !== undefined,
    staleTime: Infinity,
    queryFn: loadSections,
  }).data as Sections | undefined;
}

export interface EntryRights {
  edit: boolean;
  delete: boolean;
}

/** Whether an entry has an action link such as `publish` or `assign-author`. */
export function hasAction(entry: Pick<Entry, '_links'> | undefined, action: string): boolean {
  return entry?._links?.[`wp:action-${action}`] !== undefined;
}

const isEditor = (entry: Pick<Entry, '_links'>) => hasAction(entry, 'assign-author');

/**
 * What the requester may do with the items of a list. Who may assign other authors may edit all entries of the type; for the others
 * the item's own `Allow` decides. Items of which nothing is known yet are missing.
 */
export function useEntryRights(
  path: string,
  entries: readonly Pick<Entry, 'id' | '_links'>[],
): ReadonlyMap<number, EntryRights> {
  const allowed = useAllowedOfAll(entries.map((entry) => (isEditor(entry) ? undefined : `${path}/${entry.id}`)));
  const rights = new Map<number, EntryRights>();
  entries.forEach((entry, index) => {
    const allow = allowed[index];
    if (isEditor(entry)) rights.set(entry.id, { edit: true, delete: true });
    else if (allow) rights.set(entry.id, { edit: allow.includes('POST'), delete: allow.includes('DELETE') });
  });
  return rights;
}

/** Those entries of a long list that the requester may edit and delete. */
export async function editableEntries(path: string, entries: readonly Entry[]): Promise<Entry[]> {
  const uncertain = entries.filter((entry) => !isEditor(entry));
  const reads = uncertain.map(({ id }): Read => ({ method: 'OPTIONS', path: `${path}/${id}`, describe: false }));
  const allowed = new Map((await readAll(reads)).map((response, index) => [uncertain[index], response?.allow ?? []]));
  return entries.filter(
    (entry) => isEditor(entry) || ['POST', 'DELETE'].every((name) => allowed.get(entry)?.includes(name)),
  );
}

/** Capabilities behind an action link, for entries that have no links yet and for APIs that do not send them. */
const CAPABILITIES: Record<string, readonly string[]> = {
  publish: ['publish_posts'],
  sticky: ['edit_others_posts', 'publish_posts'],
  'assign-author': ['edit_others_posts'],
};

/** Whether an action is allowed: by the entry's links where it has them, by the user's capabilities otherwise. */
export function mayAct(action: string, type: ContentType, entry: Entry | undefined, me: User | undefined): boolean {
  const hasLinks = Object.keys(entry?._links ?? {}).some((name) => name.startsWith('wp:action-'));
  if (hasLinks) return hasAction(entry, action);
  return (CAPABILITIES[action] ?? []).every((name) => me?.capabilities?.[type.capabilities[name] ?? ''] === true);
}

/**
 * Whether a list shows the user's own entries only. Lists in the edit context leave out what the requester may not edit, but count it
 * and give it a place on their pages, which would then be empty.
 */
export const listsOwnOnly = ({ capabilities }: User, type?: ContentType) =>
  capabilities?.[type?.capabilities.edit_others_posts ?? 'edit_others_posts'] !== true;

/** The signed-in user. */
export function useMe(): User | undefined {
  return useQuery(ME).data?.data;
}
