/** Something somebody should be told by mail. Kept as a job until it is written. */
export type Notice =
  | { about: 'commentHeld' | 'commentPublished'; comment: number }
  | { about: 'passwordChanged'; person: Person }
  | { about: 'emailChanged'; person: Person; newEmail: string }
  | { about: 'siteEmailChanged'; oldEmail: string; newEmail: string };

/** Whoever is written to, by the address known before the change. */
export interface Person {
  name: string;
  email: string;
}

/** A comment with what is said about it. */
export interface CommentNews {
  id: number;
  post: number;
  /** User id; 0 for visitors. */
  author: number;
  authorName: string;
  authorEmail: string;
  authorUrl: string;
  authorIp: string;
  content: string;
  approved: string;
  /** What follows is null where there is no such post or user. */
  postTitle: string | null;
  postAuthor: number | null;
  postAuthorName: string | null;
  postAuthorEmail: string | null;
}
