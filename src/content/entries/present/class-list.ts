import { type AssignedTerm } from '../../terms/term.js';
import { type Entry } from '../entry.js';

export interface ClassedEntry {
  entry: Pick<Entry, 'id' | 'type' | 'status' | 'password'>;
  /** Undefined for types without formats. */
  format?: string;
  isLocked: boolean;
  hasThumbnail: boolean;
  /** Of the public taxonomies of the type, by name. */
  terms: readonly AssignedTerm[];
}

/** The CSS classes of an entry, for themes. */
export function classList({ entry, format, isLocked, hasThumbnail, terms }: ClassedEntry): string[] {
  const { id, type, status, password } = entry;
  return [
    ...new Set([
      `post-${id}`,
      type,
      `type-${type}`,
      `status-${status}`,
      ...(format === undefined ? [] : [`format-${format}`]),
      ...(password === '' ? [] : [isLocked ? 'post-password-required' : 'post-password-protected']),
      ...(hasThumbnail ? ['has-post-thumbnail'] : []),
      'hentry',
      ...terms.map((term) => `${term.taxonomy === 'post_tag' ? 'tag' : term.taxonomy}-${termClass(term)}`),
    ]),
  ];
}

/** The slug reduced to what CSS allows; the ID if only a number or nothing is left. */
function termClass({ slug, id }: AssignedTerm): string {
  const name = slug.replace(/%[a-fA-F0-9]{2}/g, '').replace(/[^A-Za-z0-9_-]/g, '');
  return name === '' || /^-*$/.test(name) || !Number.isNaN(Number(name)) ? String(id) : name;
}
