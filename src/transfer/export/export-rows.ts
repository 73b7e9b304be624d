import { type WxrComment } from '../import/wxr-records.js';

/** Rows as they leave the database for an export file. */
export interface EntryRow {
  id: number;
  author: number;
  date: string;
  dateGmt: string;
  modified: string;
  modifiedGmt: string;
  content: string;
  title: string;
  excerpt: string;
  status: string;
  commentStatus: string;
  pingStatus: string;
  password: string;
  slug: string;
  parent: number;
  guid: string;
  menuOrder: number;
  type: string;
  login: string | null;
}

export interface MetaRow {
  owner: number;
  key: string | null;
  value: string | null;
}

export interface TermNodeRow {
  id: number;
  termId: number;
  taxonomy: string;
  parent: number;
}

export interface TermRow extends TermNodeRow {
  slug: string;
  name: string;
  description: string;
  parentSlug: string | null;
}

export interface AssignedTermRow {
  owner: number;
  taxonomy: string;
  slug: string;
  name: string;
}

export interface CommentRow extends Omit<WxrComment, 'meta'> {
  post: number;
}

export interface AuthorRow {
  id: number;
  login: string;
  email: string;
  displayName: string;
  firstName: string | null;
  lastName: string | null;
}
