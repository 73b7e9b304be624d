/** A state of a row in the posts table. */
export interface PostStatus {
  readonly name: string;
  readonly label: string;
  readonly public: boolean;
  readonly protected: boolean;
  readonly private: boolean;
  /** Never shown as a status of its own. */
  readonly internal: boolean;
  readonly showInList: boolean;
  /** Whether visitors can query entries with it; by default if it is public. */
  readonly queryable?: boolean;
  /** Whether entries with it may have no date yet, besides those of `UNPUBLISHED_STATUSES`. */
  readonly floatingDate?: boolean;
}

function status(name: string, label: string, traits: Partial<PostStatus>): PostStatus {
  const { public: isPublic = false, internal = false } = traits;
  return {
    name,
    label,
    public: isPublic,
    protected: false,
    private: false,
    internal,
    showInList: !internal,
    ...traits,
  };
}

/** Statuses before publication: entries may have no slug and no date yet, and have plain permalinks. */
export const UNPUBLISHED_STATUSES: ReadonlySet<string> = new Set(['draft', 'pending', 'auto-draft']);

export const POST_STATUSES: ReadonlyMap<string, PostStatus> = new Map(
  [
    status('publish', 'Published', { public: true }),
    status('future', 'Scheduled', { protected: true }),
    status('draft', 'Draft', { protected: true }),
    status('pending', 'Pending', { protected: true }),
    status('private', 'Private', { private: true }),
    status('trash', 'Trash', { internal: true }),
    status('auto-draft', 'auto-draft', { internal: true }),
    status('inherit', 'inherit', { internal: true }),
    status('request-pending', 'Pending', { internal: true }),
    status('request-confirmed', 'Confirmed', { internal: true }),
    status('request-failed', 'Failed', { internal: true }),
    status('request-completed', 'Completed', { internal: true }),
  ].map((entry) => [entry.name, entry]),
);

/** WordPress's statuses, those that its plugins registered, and those of declared types. */
export function statusesOf(
  registered: readonly PostStatus[],
  types: Iterable<{ readonly statuses: Readonly<Record<string, { readonly label: string }>> }>,
): ReadonlyMap<string, PostStatus> {
  const declared = [...types].flatMap(({ statuses }) =>
    Object.entries(statuses).map(([name, { label }]) => status(name, label, { protected: true })),
  );
  const further = [...registered, ...declared].filter(({ name }) => !POST_STATUSES.has(name));
  return new Map([...POST_STATUSES, ...further.map((status) => [status.name, status] as const)]);
}
