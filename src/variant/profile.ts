/**
 * Everything in which the two variants of the interface differ, as data. Code asks the profile; it never asks which
 * variant runs. The values stand in profiles.ts.
 */
export interface Profile {
  readonly name: string;
  /** Namespaces in the order of the index. */
  readonly namespaces: readonly string[];
  /** Extension modules, by the names VariantModule knows. */
  readonly extensions: readonly string[];
  /** Order of the core routes in the index, by the first path segment. */
  readonly routeOrder: readonly string[];

  readonly rest: {
    /** `_fields` reduces answers. */
    readonly sparseFields: boolean;
    /** Value of `$schema` in OPTIONS answers. */
    readonly jsonSchema: string;
    /** A permission check that returns false gives 401 for anonymous requests; otherwise always 403. */
    readonly forbiddenAsks: boolean;
    /** HTTP Basic with wrong credentials makes the request anonymous; otherwise it is refused. */
    readonly ignoresWrongCredentials: boolean;
    /** A request root without pretty permalinks. */
    readonly plainRoot: string;
  };

  readonly entries: EntriesDialect;
  readonly rendering: RenderingDialect;
  readonly args: ArgDialect;
  readonly text: TextDialect;
  /** A stored setting that breaks its own enum or format is shown as null, not only one that is no scalar. */
  readonly settings: { readonly judgesStoredValues: boolean };
  readonly types: {
    /** Types tell which features they support and whether they can be viewed. */
    readonly tellsFeatures: boolean;
    /** Types of extensions: they exist, but are not shown. */
    readonly hidden: readonly string[];
  };
  readonly users: {
    readonly orderby: readonly string[];
    /** Lists can be narrowed to those who may write (`who`). */
    readonly listsAuthors: boolean;
    /** Search finds shown names also for those who may not list users; otherwise only logins and slugs. */
    readonly everybodySearchesNames: boolean;
    /** Roles are given by whoever may promote, asked before all else; otherwise by whoever may edit users, asked last. */
    readonly rolesNeedPromotion: boolean;
    /** Editing preferences that new users get besides the common ones. */
    readonly newPreferences: Readonly<Record<string, string>>;
  };
  readonly taxonomies: {
    /** What editing context asks for. */
    readonly editCapability: 'assign_terms' | 'manage_terms';
    readonly missingLabels: readonly string[];
  };
  readonly terms: TermsDialect;
}

/** Posts, pages and what else lives in their table. */
export interface EntriesDialect {
  /** What lists can be sorted by; pages know `menu_order` on top. */
  readonly orderby: readonly string[];
  /** What lists can be filtered by. */
  readonly statuses: readonly string[];
  /** The only values `template` accepts; undefined: those of the configured theme. */
  readonly templates: readonly string[] | undefined;
  /** The featured image's id is shown where an entry is embedded. */
  readonly embedsFeaturedMedia: boolean;
  /** Links tell how many revisions there are, and which is the newest. */
  readonly countsRevisions: boolean;
  /** Links announce to editors which actions they may take. */
  readonly tellsActions: boolean;
  /** A page number beyond the last page is an error. */
  readonly refusesPagesBeyondEnd: boolean;
  /** The day a published post had before its date was changed is remembered, as its old slugs are. */
  readonly remembersOldDates: boolean;
}

export interface RenderingDialect {
  /** Blocks get the classes and attributes of current releases, and images the attributes that tell browsers how to load them. */
  readonly rendersBlocks: boolean;
  /** Titles of private posts begin with a word that says so. */
  readonly marksPrivateTitles: boolean;
  /** A bare `'x y'` in a shortcode is one positional value. */
  readonly bareSingleQuotes: boolean;
  readonly audioExtensions: readonly string[];
  readonly videoExtensions: readonly string[];
  /** YouTube and Vimeo sources of players are made https, without the arguments that trouble the player. */
  readonly cleansHostedVideoUrls: boolean;
  /** AAC and FLAC count as known audio types. */
  readonly newerAudioTypes: boolean;
}

/** Categories and tags. */
export interface TermsDialect {
  /** What lists can be sorted by. */
  readonly orderby: readonly string[];
  /** What creating a term asks for where terms form no tree. */
  readonly flatCreateCapability: 'assign_terms' | 'edit_terms';
  /** A taken name is answered as a conflict that tells the other term's id; otherwise as a failure that is this id. */
  readonly reportsConflicts: boolean;
}

/** How argument values are judged and what is said about them. */
export interface ArgDialect {
  /** Type `object` is checked and cleaned. */
  readonly checksObjects: boolean;
  /** One-sided limits are worded with "or equal to" instead of "(inclusive)". */
  readonly plainLimits: boolean;
}

export interface TextDialect {
  /** The rules by which markup of authors is filtered; `current` also reads the attributes of blocks. */
  readonly html: 'strict' | 'current';
  /** A slash in a title becomes a dash in its slug; otherwise it vanishes. */
  readonly slugSlashBecomesDash: boolean;
}

/** Injection token of the active profile. */
export const PROFILE = Symbol('PROFILE');

/** A declaration's value, or how to read it from the profile when the service starts. */
export type ByProfile<T> = T | ((profile: Profile) => T);

export function resolve<T>(value: ByProfile<T>, profile: Profile): T {
  return typeof value === 'function' ? (value as (profile: Profile) => T)(profile) : value;
}
