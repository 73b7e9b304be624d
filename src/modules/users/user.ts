import { type CapabilityMap } from '../../access/capabilities/index.js';
import { type Site } from '../../site/site.js';

/** A user: the row and common meta values, without secrets. */
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
  /** Empty for the site's locale. */
  locale: string;
  /** Whether it belongs to the site: an account of a network need not. */
  isMember: boolean;
  /** As stored: roles and individual capabilities. */
  capabilities: CapabilityMap;
}

/** Lengths of the columns; the engines handle longer text differently. */
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

/** URL of a user's archive page. */
export function authorLink(user: { id: number; nicename: string }, site: Pick<Site, 'home' | 'option'>): string {
  const structure = site.option('permalink_structure');
  if (structure === '') return `${site.home}/?author=${user.id}`;
  // The part before the first placeholder is common to all permalinks of the site.
  const front = structure.slice(0, Math.max(structure.indexOf('%'), 0)) || '/';
  return `${site.home}${front}author/${user.nicename}${structure.endsWith('/') ? '/' : ''}`;
}
