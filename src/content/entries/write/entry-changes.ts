import { type Principal } from '../../../access/principal.js';
import { type Site } from '../../../site/site.js';
import { type DatePair } from '../../../text/dates.js';

/** What shall be different about an entry; what is left out stays, or gets its default where the entry is new. */
export interface EntryChanges {
  title?: string;
  content?: string;
  excerpt?: string;
  status?: string;
  date?: DatePair;
  slug?: string;
  author?: number;
  password?: string;
  commentStatus?: string;
  pingStatus?: string;
  parent?: number;
  /** The parent was found before the transaction, so that its absence means that it was deleted meanwhile. */
  requiresParent?: boolean;
  menuOrder?: number;
  mimeType?: string;
  /** Only of new entries; otherwise it is made from the address. */
  guid?: string;
  sticky?: boolean;
  /** Id of an image; 0 for none. */
  featuredMedia?: number;
  template?: string;
  format?: string;
  /** Term ids by taxonomy. */
  terms?: ReadonlyMap<string, readonly number[]>;
}

/** Who writes, for which site. */
export interface Writing {
  principal: Principal;
  site: Site;
}

export type WriteRefusal = 'empty_content' | 'invalid_date' | 'too_long' | 'gone' | 'unknown_author' | 'unknown_parent';

/** Stops a write, and with it the transaction it is part of. */
export class EntryRefused extends Error {
  constructor(readonly reason: WriteRefusal) {
    super(reason);
  }
}
