/** The console's folder, with a trailing slash: this script is in `block-editor/assets` below it. */
export const CONSOLE_URL = new URL('../../', import.meta.url);

/** GET console/session, as far as the editor uses it. */
export interface Session {
  signed_in: boolean;
  nonce?: string;
  user_id?: number;
  /** Of the user's console. */
  language: string;
  /** `font` is the setting of the site pages. */
  site: { language: string; font: string };
  rest_path: string;
  features: { wordpress: boolean; front_end: boolean };
  extensions: readonly { name: string; panels: readonly ModulePanel[]; actions: readonly ModuleAction[] }[];
  blocks: readonly ModuleBlock[];
}

/** Facts about an entry that a module shows next to it. */
export interface ModulePanel {
  name: string;
  title: string;
  /** Names of content types. */
  on: readonly string[];
  actions?: readonly string[];
}

export interface ModuleAction {
  name: string;
  label: string;
  confirm?: string;
  done?: string;
}

/** A block that a module renders. */
export interface ModuleBlock {
  name: string;
  title: string;
  description?: string;
  icon?: string;
  category?: string;
  keywords?: string[];
  attributes?: Record<string, BlockAttribute>;
}

interface BlockAttribute {
  type: 'string' | 'integer' | 'number' | 'boolean';
  enum?: (string | number)[];
  choices?: Record<string, string>;
  label?: string;
  help?: string;
  minimum?: number;
  maximum?: number;
  lines?: number;
  default?: string | number | boolean;
}

/** GET nestpress/v1/entries/ID: what is edited. For the number of a revision, the entry it belongs to. */
export interface EditedEntry {
  id: number;
  type: string;
  /** Path of the entry's own route below the REST root. */
  route: string;
}

export class ServiceError extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

export async function readSession(): Promise<Session> {
  const response = await fetch(new URL('session', CONSOLE_URL), { cache: 'no-store' });
  if (!response.ok) throw new ServiceError(`The session cannot be read (${response.status}).`, 'session');
  return (await response.json()) as Session;
}

/** The REST API with a session, for what is read before the editor's own client exists. */
export class Service {
  readonly restUrl: URL;

  constructor(private readonly session: Session) {
    this.restUrl = new URL(`..${session.rest_path}/`, CONSOLE_URL);
  }

  fetch(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(new URL(path.replace(/^\//, ''), this.restUrl), {
      method,
      headers: {
        Accept: 'application/json, */*;q=0.1',
        'X-WP-Nonce': this.session.nonce ?? '',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.fetch(method, path, body);
    const answer = (await response.json()) as unknown;
    if (response.ok) return answer as T;
    const { message, code } = answer as { message?: string; code?: string };
    throw new ServiceError(message ?? response.statusText, code ?? '');
  }
}
