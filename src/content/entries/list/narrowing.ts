import { type EntryQuery, isScoped } from './entry-query.js';

/** Entries that the list index counts under one heading. */
export type Heading =
  | { by: 'all' }
  | { by: 'author'; authors: readonly number[] }
  | { by: 'term'; taxonomy: string; terms: readonly number[] }
  | { by: 'media'; types: readonly string[] };

/** What a list is narrowed by besides type and status, where the list index counts all of it. */
export interface Narrowing {
  heading: Heading;
  after?: string;
  before?: string;
  /** These of them are not in the list. */
  without?: Heading;
  /** Nor are these. */
  except?: readonly number[];
}

const STORED_DATE = /^\d{4}-(?:0[1-9]|1[0-2])-\d\d \d\d:\d\d:\d\d$/;

/** Undefined for questions that the list index cannot answer. */
export function narrowingOf(query: EntryQuery): Narrowing | undefined {
  const { search, only, except, parents, notParents, menuOrder, slugs, mimeTypes = [], after, before } = query;
  if (isScoped(query) || query.statuses.includes('any') || search || only || menuOrder !== undefined) return undefined;
  if ([parents, notParents, slugs].some((list) => list?.length)) return undefined;
  if ([after, before].some((date) => date !== undefined && !STORED_DATE.test(date))) return undefined;
  // Types are counted for media alone, and each for itself.
  if (mimeTypes.some((name) => query.type !== 'attachment' || name.endsWith('/'))) return undefined;
  const headings = wantedHeadings(query);
  const unwanted = unwantedHeadings(query);
  // How many are under two headings at once is not known.
  if (headings.length + unwanted.length > 1) return undefined;
  return {
    heading: headings[0] ?? { by: 'all' },
    after,
    before,
    without: unwanted[0],
    except: except?.length ? except : undefined,
  };
}

function wantedHeadings({ authors, notAuthors, terms, mimeTypes }: EntryQuery): Heading[] {
  const found: Heading[] = [];
  if (authors?.length && !notAuthors?.length) found.push({ by: 'author', authors: [...new Set(authors)] });
  for (const { taxonomy, any } of terms ?? [])
    if (any?.length) found.push({ by: 'term', taxonomy, terms: [...new Set(any)] });
  if (mimeTypes?.length) found.push({ by: 'media', types: [...new Set(mimeTypes)] });
  return found;
}

function unwantedHeadings({ notAuthors, terms }: EntryQuery): Heading[] {
  const found: Heading[] = [];
  if (notAuthors?.length) found.push({ by: 'author', authors: [...new Set(notAuthors)] });
  for (const { taxonomy, none } of terms ?? [])
    if (none?.length) found.push({ by: 'term', taxonomy, terms: [...new Set(none)] });
  return found;
}
