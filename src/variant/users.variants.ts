/** How users differ between the variants. */
export interface UsersDialect {
  /** Fields that lists can be sorted by. */
  readonly orderby: readonly string[];
  /** Lists can be limited to authors (`who`). */
  readonly listsAuthors: boolean;
  /** Searches match display names also for requesters who may not list users; otherwise only logins and slugs. */
  readonly publicNameSearch: boolean;
  /** Assigning roles requires the right to promote users, checked first; otherwise the right to edit users, checked last. */
  readonly rolesNeedPromotion: boolean;
  /** Error message for a login name with invalid characters. */
  readonly illegalUsername: string;
  /** Lists can be filtered by capabilities and by types of published posts; searches can be limited to columns. */
  readonly supportsCapabilityFilters: boolean;
  /** Additional default preferences of new users. */
  readonly newPreferences: Readonly<Record<string, string>>;
  /**
   * Avatars use SHA-256 and HTTPS; the one of a user's comment belongs to the user's current e-mail address, and
   * pingbacks and trackbacks have none.
   */
  readonly secureAvatars: boolean;
}

export const USERS_A: UsersDialect = {
  orderby: ['id', 'include', 'name', 'registered_date', 'slug', 'include_slugs', 'email', 'url'],
  listsAuthors: true,
  publicNameSearch: true,
  rolesNeedPromotion: true,
  illegalUsername: 'Username contains invalid characters.',
  supportsCapabilityFilters: false,
  newPreferences: { syntax_highlighting: 'true' },
  secureAvatars: false,
};

export const USERS_B: UsersDialect = {
  ...USERS_A,
  orderby: ['id', 'include', 'name', 'registered_date', 'slug', 'email', 'url'],
  listsAuthors: false,
  publicNameSearch: false,
  rolesNeedPromotion: false,
  newPreferences: {},
};
