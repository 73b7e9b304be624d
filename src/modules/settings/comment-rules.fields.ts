import { ResourceFields } from '../../rest/fields/resource-fields.js';

/** Who may comment, and which comments wait or go to the trash, by the names of WordPress's options. */
export interface CommentRules {
  require_name_email: boolean;
  comment_registration: boolean;
  /** 0: they stay open. */
  close_comments_days_old: number;
  /** 1: replies have no replies. */
  thread_comments_depth: number;
  comment_moderation: boolean;
  comment_previously_approved: boolean;
  /** 0: any number. */
  comment_max_links: number;
  moderation_keys: string;
  disallowed_keys: string;
  comments_notify: boolean;
  moderation_notify: boolean;
}

const flag = (description: string) => ({ description, type: 'boolean' as const });
const count = (description: string, minimum: number, maximum: number) => ({
  description,
  type: 'integer' as const,
  minimum,
  arg: { maximum },
});
const words = (description: string) => ({ description, type: 'string' as const, arg: { maxLength: 65_535 } });

export const COMMENT_RULES = new ResourceFields<CommentRules>('comment-rules', {
  require_name_email: flag('Comments need a name and an e-mail address.'),
  comment_registration: flag('Only users may comment.'),
  close_comments_days_old: count('Days after which comments on a post are closed; 0: never.', 0, 36_500),
  thread_comments_depth: count('How deep replies are nested; 1: not at all.', 1, 10),
  comment_moderation: flag('Every comment waits for approval.'),
  comment_previously_approved: flag('Comments wait for approval until one of the author was approved.'),
  comment_max_links: count('Comments with this many links wait for approval; 0: any number is fine.', 0, 1000),
  moderation_keys: words('Words, one per line; comments that contain one wait for approval.'),
  disallowed_keys: words('Words, one per line; comments that contain one go to the trash.'),
  comments_notify: flag('Authors get mail about comments on their posts.'),
  moderation_notify: flag('The administrator gets mail about comments that wait for approval.'),
});
