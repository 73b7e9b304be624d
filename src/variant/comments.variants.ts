/** How comments differ between the variants. */
export interface CommentsDialect {
  /**
   * Users who may edit the post of a comment may edit the comment, like moderators (otherwise only those who are both),
   * and can add notes to the post, visible only to them.
   */
  readonly hasNotes: boolean;
  /** Comments have the stored type `comment`, link to their post only if its type has routes, and embed their replies. */
  readonly storesTypes: boolean;
  /** Contents are stored without white space around them; one that consists of white space is empty. */
  readonly trimsContent: boolean;
  /** Links in comments carry `ugc` besides `nofollow`. */
  readonly marksUserContent: boolean;
  /** Comments on entries whose type is not registered are not readable. */
  readonly hidesUnregisteredTypes: boolean;
}

export const COMMENTS: CommentsDialect = {
  hasNotes: false,
  storesTypes: false,
  trimsContent: false,
  marksUserContent: false,
  hidesUnregisteredTypes: false,
};
