import { type ContentModel } from '../../site/model/content-model.js';

/** What a decision needs to know about the thing it is about; callers fill these from the rows they hold. */

export interface PostFacts {
  id: number;
  type: string;
  status: string;
  author: number;
  /** A revision is judged by the post it belongs to; absent when that is gone. */
  parent?: PostFacts;
  /** The status before it was put into the trash. */
  trashedFrom?: string;
}

export interface CommentFacts {
  /** Absent when the post is gone. */
  post?: PostFacts;
}

export interface UserFacts {
  id: number;
}

export interface TermFacts {
  id: number;
  taxonomy: string;
}

export interface MetaFacts<T> {
  object: T;
  /** Without a key the question is about the object's meta in general. */
  key?: string;
  /** The verdict of a rule registered for the key; it replaces the rule about protected keys. */
  ruledAllowed?: boolean;
}

/** Settings of the site that bear on permissions; 0 = no such page. */
export interface SiteFacts {
  model: Pick<ContentModel, 'types' | 'taxonomies'>;
  pageOnFront: number;
  pageForPosts: number;
  /** 0 also where the site's release knows no such page. */
  privacyPage: number;
  /** The default term of a taxonomy, by taxonomy name. */
  defaultTerms: Readonly<Record<string, number>>;
}

type PostQuestion =
  | 'edit_post'
  | 'delete_post'
  | 'read_post'
  | 'publish_post'
  | 'edit_page'
  | 'delete_page'
  | 'read_page'
  | 'publish_page';
type UserQuestion = 'edit_user' | 'delete_user' | 'promote_user';
type TermQuestion = 'edit_term' | 'delete_term' | 'assign_term';
type MetaVerb = 'add' | 'edit' | 'delete';

/** The questions that need a target, and which kind. */
export type MetaCapabilityTargets = Record<PostQuestion, PostFacts> &
  Record<UserQuestion, UserFacts> &
  Record<TermQuestion, TermFacts> &
  Record<'edit_comment', CommentFacts> &
  Record<`${MetaVerb}_post_meta`, MetaFacts<PostFacts>> &
  Record<`${MetaVerb}_comment_meta`, MetaFacts<CommentFacts>> &
  Record<`${MetaVerb}_user_meta`, MetaFacts<UserFacts>> &
  Record<`${MetaVerb}_term_meta`, MetaFacts<TermFacts>>;

export type MetaCapability = keyof MetaCapabilityTargets;
