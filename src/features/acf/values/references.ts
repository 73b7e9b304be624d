import { type JsonRecord } from '../../../text/index.js';

/** What values in the template format refer to, collected before it is loaded. */
export class ReferenceNeeds {
  /** Posts that are shown with their columns. */
  readonly posts = new Set<number>();
  /** Posts whose addresses are shown. */
  readonly addresses = new Set<number>();
  readonly attachments = new Set<number>();
  readonly users = new Set<number>();
  readonly terms = new Map<string, Set<number>>();
  /** Texts of the rich editor. */
  readonly texts = new Set<string>();

  addTerms(taxonomy: string, ids: Iterable<number>): void {
    const terms = this.terms.get(taxonomy) ?? new Set<number>();
    this.terms.set(taxonomy, terms);
    for (const id of ids) terms.add(id);
  }

  add({ posts, addresses, attachments, users, terms, texts }: ReferenceNeeds): void {
    addAll(this.posts, posts);
    addAll(this.addresses, addresses);
    addAll(this.attachments, attachments);
    addAll(this.users, users);
    for (const [taxonomy, ids] of terms) this.addTerms(taxonomy, ids);
    addAll(this.texts, texts);
  }
}

function addAll<T>(all: Set<T>, added: ReadonlySet<T>): void {
  for (const value of added) all.add(value);
}

/** A user, as templates get one. */
export interface ReferencedUser {
  readonly members: JsonRecord;
  readonly object: JsonRecord;
}

/** What values refer to. Objects are shared by all values that refer to them. */
export interface References {
  readonly posts: ReadonlyMap<number, JsonRecord>;
  readonly addresses: ReadonlyMap<number, string>;
  readonly attachments: ReadonlyMap<number, JsonRecord>;
  readonly users: ReadonlyMap<number, ReferencedUser>;
  readonly terms: ReadonlyMap<number, JsonRecord>;
  readonly texts: ReadonlyMap<string, string>;
}

export const NO_REFERENCES: References = {
  posts: new Map(),
  addresses: new Map(),
  attachments: new Map(),
  users: new Map(),
  terms: new Map(),
  texts: new Map(),
};
