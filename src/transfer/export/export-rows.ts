import { Post, Term, TermTaxonomy, User } from '../../database/entities/index.js';
import { rowReader } from '../../database/row-reader.js';

/** Rows as read from the database for an export. */
export type EntryRow = Post & { login: string | null };

export interface MetaRow {
  owner: number;
  key: string | null;
  value: string | null;
}

export type TermNodeRow = Pick<TermTaxonomy, 'id' | 'term' | 'taxonomy' | 'parent'>;

export interface TermRow extends TermNodeRow, Pick<TermTaxonomy, 'description'>, Pick<Term, 'slug' | 'name'> {
  parentSlug: string | null;
}

export interface AssignedTermRow extends Pick<TermTaxonomy, 'taxonomy'>, Pick<Term, 'slug' | 'name'> {
  owner: number;
}

export interface AuthorRow extends Pick<User, 'id' | 'login' | 'email' | 'displayName'> {
  firstName: string | null;
  lastName: string | null;
}

/** Replaces NULL values of foreign databases. */
export const readEntryRow = rowReader<EntryRow>(Post);
export const readTermNodeRow = rowReader<TermNodeRow>(TermTaxonomy);
export const readTermRow = rowReader<TermRow>(Term, TermTaxonomy);
export const readAssignedRow = rowReader<AssignedTermRow>(Term, TermTaxonomy);
export const readAuthorRow = rowReader<AuthorRow>(User);
