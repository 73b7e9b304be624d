import { type CapabilityMap } from '../../access/capabilities/index.js';
import { type Site } from '../../site/site.js';

/** A user as the interface knows one: the row, and the meta values that belong to everybody. Secrets are not part of it. */
export interface User {
  id: number;
  login: string;
  /** Unique name in URLs. */
  nicename: string;
  email: string;
  url: string;
  displayName: string;
  /** UTC, as stored: `2018-01-31 12:00:00`. */
  registered: string;
  firstName: string;
  lastName: string;
  nickname: string;
  description: string;
  /** Empty: that of the site. */
  locale: string;
  /** As stored on the user: roles, and capabilities of their own. */
  capabilities: CapabilityMap;
}

/** Lengths of the columns; the engines disagree on what becomes of longer text. */
export const MAX_LENGTH = { login: 60, nicename: 50, email: 100, url: 100, displayName: 250 } as const;

/** Meta key of each member that is stored as meta. */
export const META_KEYS = {
  firstName: 'first_name',
  lastName: 'last_name',
  nickname: 'nickname',
  description: 'description',
  locale: 'locale',
} as const satisfies Partial<Record<keyof User, string>>;

export type MetaMember = keyof typeof META_KEYS;

/** Address of the page with a user's posts. */
export function authorLink(user: { id: number; nicename: string }, site: Pick<Site, 'home' | 'option'>): string {
  const structure = site.option('permalink_structure');
  if (structure === '') return `${site.home}/?author=${user.id}`;
  // What stands in front of the first variable part belongs to every address of the site.
  const front = structure.slice(0, Math.max(structure.indexOf('%'), 0)) || '/';
  return `${site.home}${front}author/${user.nicename}${structure.endsWith('/') ? '/' : ''}`;
}
