import { type CapabilityMap, type RoleDefinitions } from '../../access/capabilities/index.js';
import { type CredentialLimits, type Principal } from '../../access/principal.js';

/** What a token may be used for. `role:NAME` leaves the capabilities that the role has, too. */
export interface TokenScope {
  readonly canWrite: boolean;
  readonly role?: string;
}

const MAX_LENGTH = 200;
const ROLE = /^role:([\w-]{1,100})$/;

/** `read`, `write` and `role:NAME`, separated by blanks; `write` includes `read`. Undefined for anything else. */
export function parseScope(text: string): TokenScope | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const words = [...new Set(text.split(/\s+/).filter(Boolean))];
  const roles = words.flatMap((word) => ROLE.exec(word)?.[1] ?? []);
  const isKnown = words.every((word) => word === 'read' || word === 'write' || ROLE.test(word));
  if (!isKnown || roles.length > 1 || words.length === roles.length) return undefined;
  return { canWrite: words.includes('write'), ...(roles[0] !== undefined && { role: roles[0] }) };
}

/** In the order in which scopes are stored and reported. */
export function scopeText({ canWrite, role }: TokenScope): string {
  return [canWrite ? 'read write' : 'read', ...(role === undefined ? [] : [`role:${role}`])].join(' ');
}

/** Accounts are never written with a token, whatever its scope: with a new password or role it could be escaped. */
export function limitsOf({ canWrite }: TokenScope): CredentialLimits {
  return { readOnly: !canWrite, namespaces: [] };
}

/** The capabilities that remain; none if there is no such role any more. */
export function capabilitiesWithin(
  caps: Principal['caps'],
  { role }: TokenScope,
  definitions: RoleDefinitions,
): ReadonlySet<string> {
  if (role === undefined) return caps;
  const granted: CapabilityMap = definitions.get(role)?.capabilities ?? new Map<string, boolean>();
  return new Set([...caps].filter((name) => granted.get(name) === true || name === role));
}
