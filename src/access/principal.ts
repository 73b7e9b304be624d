import { holds } from './capabilities/can.js';

/** How a request was authenticated. */
export type AuthenticationKind =
  | 'anonymous'
  | 'system'
  | 'basic'
  | 'application-password'
  | 'cookie'
  | 'strategy'
  | 'token'
  | 'preview';

/** What credentials are for, if not for everything that their account may do. */
export interface CredentialLimits {
  readonly readOnly: boolean;
  /** Namespaces of the REST API; empty: all. */
  readonly namespaces: readonly string[];
}

/** What the bearer of a preview token may read besides what is public. */
export interface PreviewGrant {
  /** The entry, with its revisions and media. */
  readonly entry: number;
  /** Who made the token: their unsaved changes are shown. */
  readonly user: number;
  /** When the token ends, in seconds since 1970. */
  readonly expires: number;
}

export interface PrincipalFields {
  id: number;
  login: string;
  email: string;
  displayName: string;
  nicename: string;
  url: string;
  roles: readonly string[];
  caps: ReadonlySet<string>;
  how: AuthenticationKind;
  /** Token of the login session, for cookie authentication. */
  sessionToken?: string;
  /** UUID of the application password, if one was used. */
  applicationPassword?: string;
  /** ID of the sign-in with tokens, if one was used. */
  token?: number;
  /** Limits of the application password or token. */
  limits?: CredentialLimits;
  /** Address of the client that sent the request. */
  address?: string;
  /** Name of the agent that acts for the user. */
  agent?: string;
  /** What a preview token grants. */
  preview?: PreviewGrant;
}

/** The requester. */
export class Principal implements PrincipalFields {
  readonly id: number;
  readonly login: string;
  readonly email: string;
  readonly displayName: string;
  readonly nicename: string;
  readonly url: string;
  readonly roles: readonly string[];
  readonly caps: ReadonlySet<string>;
  readonly how: AuthenticationKind;
  readonly sessionToken?: string;
  readonly applicationPassword?: string;
  readonly token?: number;
  readonly limits?: CredentialLimits;
  readonly address?: string;
  readonly agent?: string;
  readonly preview?: PreviewGrant;

  constructor(fields: PrincipalFields) {
    this.id = fields.id;
    this.login = fields.login;
    this.email = fields.email;
    this.displayName = fields.displayName;
    this.nicename = fields.nicename;
    this.url = fields.url;
    this.roles = fields.roles;
    this.caps = fields.caps;
    this.how = fields.how;
    this.sessionToken = fields.sessionToken;
    this.applicationPassword = fields.applicationPassword;
    this.token = fields.token;
    this.limits = fields.limits;
    this.address = fields.address;
    this.agent = fields.agent;
    this.preview = fields.preview;
  }

  /** Previews have no account either, but must not share what is cached for anonymous requests. */
  get isAnonymous(): boolean {
    return this.id === 0 && this.preview === undefined;
  }

  /** Whether it has a preview token for the entry. */
  previews(entry: number): boolean {
    return this.preview?.entry === entry;
  }

  /** Whether this is the service itself, which may do everything. */
  get isSystem(): boolean {
    return false;
  }

  /** The same requester, with facts of the request. */
  with(client: Pick<PrincipalFields, 'address' | 'agent'>): Principal {
    return Object.assign(Object.create(Object.getPrototypeOf(this) as object) as Principal, this, client);
  }

  /** For capabilities that need no target: anonymous requesters have `exist` alone; see capabilities/can.ts for those that do. */
  can(capability: string): boolean {
    return this.isAnonymous ? capability === 'exist' : holds(this, capability);
  }
}

const NO_ACCOUNT = { id: 0, login: '', email: '', displayName: '', nicename: '', url: '', roles: [] };

/** The principal of anonymous requests. */
export const ANONYMOUS = new Principal({ ...NO_ACCOUNT, caps: new Set(), how: 'anonymous' });

/** The principal of requests with a preview token: it may only read. */
export function previewPrincipal(preview: PreviewGrant): Principal {
  const limits = { readOnly: true, namespaces: [] };
  return new Principal({ ...NO_ACCOUNT, caps: new Set(), how: 'preview', limits, preview });
}

class AllCapabilities extends Set<string> {
  override has(): boolean {
    return true;
  }
}

class SystemPrincipal extends Principal {
  override get isAnonymous(): boolean {
    return false;
  }

  override get isSystem(): boolean {
    return true;
  }
}

/** The principal of writes that no user makes: imports, the command line, scheduled work, modules. */
export const SYSTEM: Principal = new SystemPrincipal({ ...NO_ACCOUNT, caps: new AllCapabilities(), how: 'system' });
