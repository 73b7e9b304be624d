import { withEditableTexts } from './html';
import { createStore } from './store';
import { pauseInTyping } from './typing';

export interface SiteInfo {
  name: string;
  url: string;
  home: string;
  timezone_string: string;
  gmt_offset: number | string;
  date_format: string;
  time_format: string;
  language: string;
  /** The category of posts that have no other. */
  default_category: number;
  /** Fonts of the public site: `mixed` has sans-serif headings and serif text. */
  font: 'mixed' | 'sans' | 'serif';
}

/** What a module of the service adds to the console. */
export interface Extension {
  name: string;
  /** Address of its script below that of the console. */
  script: string;
  /** Title of its page and of its card. */
  page: string | null;
  card: string | null;
  /** Meta keys that it has editors for. */
  fields: readonly string[];
  actions: readonly ExtensionAction[];
  panels: readonly ExtensionPanel[];
}

/** What users do with entries by a button that a module declares. */
export interface ExtensionAction {
  name: string;
  /** Names of content types. */
  on: readonly string[];
  label: string;
  confirm?: string;
  done?: string;
  /** Name of the action that undoes it. */
  undo?: string;
  isHidden?: boolean;
}

export interface ExtensionPanel {
  name: string;
  title: string;
  on: readonly string[];
  actions?: readonly string[];
}

export type SiteKind = 'blocks' | 'classic';

export interface SettingGroup {
  title: string;
  settings: readonly {
    name: string;
    label: string;
    help: string;
    type: string;
    options: readonly (string | number | boolean)[] | null;
    minimum?: number;
    maximum?: number;
  }[];
}

export interface Session {
  signed_in: boolean;
  /** Language of the user's profile, the site or the browser. */
  language: string;
  nonce?: string;
  user_id?: number;
  setup_required: boolean;
  /** How the site is written. */
  kind: SiteKind;
  /** What its owner chooses from at set-up; nothing where that is decided elsewhere. */
  setup_kinds: readonly SiteKind[];
  setup_languages: readonly { locale: string; name: string }[];
  /** Name of an identity provider to sign in with. */
  sign_in_provider: string | null;
  site: SiteInfo;
  features: {
    forms: boolean;
    popups: boolean;
    cache: boolean;
    pages: boolean;
    graphiql: boolean;
    /** The site has a front end of its own, which shows previews. */
    front_end: boolean;
    /** The site sends mail. */
    mail: boolean;
    /** Installed, and content is written as blocks. */
    block_editor: boolean;
  };
  /** Settings of modules. */
  settings: readonly SettingGroup[];
  extensions: readonly Extension[];
  version: string;
  /** Path of the REST API below the site's folder, such as `/wp-json`. */
  rest_path: string;
}

/** Undefined until the first response. */
export const session = createStore<Session | undefined>(undefined);

/** True while the sign-in dialogue is open over the page because the session ended. */
export const isExpired = createStore(false);

/** With a trailing slash. The scripts are in its folder `assets`, wherever the console is mounted. */
export const CONSOLE_URL = new URL('../', import.meta.url);

/** Root of the REST API; the session says where it is (`BASE_PATH`). */
export const restRoot = () => new URL(`..${session.get()?.rest_path ?? '/wp-json'}/`, CONSOLE_URL);

export class SignInError extends Error {
  constructor(
    message: string,
    readonly code: string,
    /** Seconds until another attempt is accepted. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

let loading: Promise<Session> | undefined;

/** Reads the session from the server; calls that overlap share one request. */
export function loadSession(): Promise<Session> {
  loading ??= fetchSession().finally(() => (loading = undefined));
  return loading;
}

async function fetchSession(): Promise<Session> {
  const response = await fetch(new URL('session', CONSOLE_URL), { cache: 'no-store' });
  if (!response.ok) throw new Error(`GET session: ${response.status}`);
  const answer = (await response.json()) as Session;
  session.set(withEditableTexts(answer));
  return answer;
}

/** A request of the pages that need no session. */
async function postJson<T>(path: string, body: unknown): Promise<T> {
  const response = await fetch(new URL(path, CONSOLE_URL), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
  const error = (await response.json().catch(() => ({}))) as {
    code?: string;
    message?: string;
    data?: { retry_after?: number };
  };
  const header = Number(response.headers.get('Retry-After'));
  const wait = error.data?.retry_after ?? (header > 0 ? header : undefined);
  throw new SignInError(
    error.message ?? response.statusText,
    error.code ?? '',
    response.status === 429 ? wait : undefined,
  );
}

export interface Credentials {
  login: string;
  password: string;
  remember: boolean;
  /** Code of the second factor. */
  code?: string;
}

export async function signIn(credentials: Credentials): Promise<Session> {
  await postJson('login', credentials);
  return loadSession();
}

export const requestPassword = (login: string) => postJson<void>('password/request', { login });

export const readPasswordLink = (token: string) => postJson<{ login: string }>('password/link', { token });

/** Signs in, unless the account has a second factor. */
export async function choosePassword(token: string, password: string): Promise<Session> {
  await postJson('password', { token, password });
  return loadSession();
}

export interface SetupValues {
  token: string;
  title: string;
  login: string;
  email: string;
  password: string;
  kind?: SiteKind;
  language?: string;
  timezone: string;
}

const RESTART_POLL_MS = 300;
const MAX_RESTART_MS = 60_000;

export async function setUp(values: SetupValues): Promise<Session> {
  const { restarts } = await postJson<{ restarts: boolean }>('setup', values);
  return restarts ? afterRestart(values.kind) : loadSession();
}

/** The session of the service once it has started again as a site of this kind; until then it does not respond, or as before. */
async function afterRestart(kind: SiteKind | undefined): Promise<Session> {
  const end = performance.now() + MAX_RESTART_MS;
  for (;;) {
    const found = await fetchSession().catch((error: unknown) => {
      if (performance.now() > end) throw error;
      return undefined;
    });
    if (found && (found.kind === kind || performance.now() > end)) return found;
    await new Promise((done) => setTimeout(done, RESTART_POLL_MS));
  }
}

export async function signOut(): Promise<void> {
  const nonce = session.get()?.nonce ?? '';
  await fetch(new URL('logout', CONSOLE_URL), { method: 'POST', headers: { 'X-WP-Nonce': nonce } });
  await loadSession();
}

let waiting: Promise<void> | undefined;

/**
 * Resolves once the user has signed in again in the dialog. Requests that fail meanwhile wait for the same sign-in, so the page
 * and everything typed into it stay as they are.
 */
export function waitForSignIn(): Promise<void> {
  waiting ??= new Promise<void>((done) => {
    void pauseInTyping().then(() => isExpired.set(waiting !== undefined));
    const stop = session.subscribe(() => {
      if (!session.get()?.signed_in) return;
      stop();
      waiting = undefined;
      isExpired.set(false);
      done();
    });
  });
  return waiting;
}

/** Whether the session has ended: the dialog is open, or opens at the next pause in typing. */
export const isWaitingForSignIn = () => waiting !== undefined;
