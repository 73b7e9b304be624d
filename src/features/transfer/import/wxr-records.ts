import { type Comment } from '../../../modules/comments/comment.js';

/** The records of an export file as plain values. */
export interface MetaValue {
  key: string;
  value: string;
}

export interface WxrChannel {
  /** URL of the site the file comes from. */
  home: string;
}

export interface WxrAuthor {
  id: number;
  login: string;
  email: string;
  displayName: string;
  firstName: string;
  lastName: string;
}

export interface WxrTerm {
  /** 0 if the file has no ID for the term. */
  id: number;
  taxonomy: string;
  slug: string;
  name: string;
  /** Slug of the parent term. */
  parent: string;
  description: string;
  meta: readonly MetaValue[];
}

export interface WxrComment extends Omit<Comment, 'post' | 'userAgent'> {
  meta: readonly MetaValue[];
}

export interface WxrItem {
  id: number;
  title: string;
  /** Login of the author. */
  creator: string;
  guid: string;
  content: string;
  excerpt: string;
  date: string;
  dateGmt: string;
  modified: string;
  modifiedGmt: string;
  commentStatus: string;
  pingStatus: string;
  slug: string;
  status: string;
  parent: number;
  menuOrder: number;
  type: string;
  password: string;
  isSticky: boolean;
  attachmentUrl: string;
  terms: readonly WxrTerm[];
  meta: readonly MetaValue[];
  comments: readonly WxrComment[];
}

export type WxrRecord =
  | { kind: 'channel'; value: WxrChannel }
  | { kind: 'author'; value: WxrAuthor }
  | { kind: 'term'; value: WxrTerm }
  | { kind: 'item'; value: WxrItem; line: number };
