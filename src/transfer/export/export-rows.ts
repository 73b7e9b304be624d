import { columnNames, Post } from '../../database/entities/index.js';
import { rowReader } from '../../database/row-reader.js';
import { type WxrComment } from '../import/wxr-records.js';

/** Rows as read from the database for an export. */
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

const TERM_TABLES = ['terms', 'term_taxonomy'];
const NODE = { id: 'term_taxonomy_id', termId: 'term_id', taxonomy: 'taxonomy', parent: 'parent' };

/** Replaces NULL values of foreign databases. */
export const readEntryRow = rowReader<EntryRow>('posts', columnNames(Post));
export const readTermNodeRow = rowReader<TermNodeRow>(TERM_TABLES, NODE);
export const readTermRow = rowReader<TermRow>(TERM_TABLES, {
  ...NODE,
  slug: 'slug',
  name: 'name',
  description: 'description',
});
export const readAssignedRow = rowReader<AssignedTermRow>(TERM_TABLES, {
  taxonomy: 'taxonomy',
  slug: 'slug',
  name: 'name',
});
export const readCommentRow = rowReader<CommentRow>('comments', {
  id: 'comment_ID',
  post: 'comment_post_ID',
  author: 'comment_author',
  email: 'comment_author_email',
  url: 'comment_author_url',
  ip: 'comment_author_IP',
  date: 'comment_date',
  dateGmt: 'comment_date_gmt',
  content: 'comment_content',
  approved: 'comment_approved',
  type: 'comment_type',
  parent: 'comment_parent',
  user: 'user_id',
});
export const readAuthorRow = rowReader<AuthorRow>('users', {
  id: 'ID',
  login: 'user_login',
  email: 'user_email',
  displayName: 'display_name',
});
