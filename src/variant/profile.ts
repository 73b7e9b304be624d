import { type CoreContent } from '../site/model/content-model.js';

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
    /** `_fields` can name members of members (`title.rendered`); links then show up only where they are named. */
    readonly nestedFields: boolean;
    /** `_embed` can name the relations to follow. */
    readonly embedsByRelation: boolean;
    /** Most items of a list that is embedded. */
    readonly embeddedListLength: number;
    /** Links to items tell which methods the requester may use on them. */
    readonly hintsMethods: boolean;
    /** Errors about parameters carry the code and data of the rule that was broken. */
    readonly explainsErrors: boolean;
    /** The index shows every keyword of an argument's schema, and links of routes as lists. */
    readonly describesSchemas: boolean;
    /** The index tells the front page, logo and icon of the site, and where applications get passwords. */
    readonly describesSite: boolean;
    /** Bodies of the media types `application/*+json` are JSON too. */
    readonly readsJsonDialects: boolean;
    /** Value of `$schema` in OPTIONS answers. */
    readonly jsonSchema: string;
    /** A permission check that returns false gives 401 for anonymous requests; otherwise always 403. */
    readonly forbiddenAsks: boolean;
    /** HTTP Basic with wrong credentials makes the request anonymous; otherwise it is refused. */
    readonly ignoresWrongCredentials: boolean;
    /** A request root without pretty permalinks. */
    readonly plainRoot: string;
  };

  /** Post types, taxonomies and meta keys that WordPress itself declares. */
  readonly content: CoreContent;
  readonly entries: EntriesDialect;
  readonly rendering: RenderingDialect;
  readonly args: ArgDialect;
  readonly text: TextDialect;
  /** A stored setting that breaks its own enum or format is shown as null, not only one that is no scalar. */
  readonly settings: {
    readonly judgesStoredValues: boolean;
    /** The front page, the logo and the icon are settings too. */
    readonly showsFrontPage: boolean;
  };
  readonly types: {
    /** Types tell which features they support and whether they can be viewed. */
    readonly tellsFeatures: boolean;
    /** Types and taxonomies tell their namespace, visibility and further labels. */
    readonly tellsPresentation: boolean;
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
    /** What is said about a login with characters that logins do not have. */
    readonly illegalUsername: string;
    /** Lists can be filtered by capabilities and by types of published posts, and searched by column. */
    readonly hasFurtherFilters: boolean;
    /** Editing preferences that new users get besides the common ones. */
    readonly newPreferences: Readonly<Record<string, string>>;
  };
  readonly taxonomies: {
    /** What editing context asks for. */
    readonly editCapability: 'assign_terms' | 'manage_terms';
    readonly missingLabels: readonly string[];
  };
  readonly terms: TermsDialect;
  /** Statuses tell whether their entries may go without a date of their own. */
  readonly statuses: { readonly tellsFloatingDates: boolean };
  readonly avatars: AvatarsDialect;
  readonly media: MediaDialect;
  readonly comments: CommentsDialect;
  readonly oembed: {
    /** Thumbnails are the smallest stored size that fills the frame; otherwise the whole image. */
    readonly scalesThumbnails: boolean;
    /** Titles are rendered as on pages; otherwise they are as stored. */
    readonly rendersTitles: boolean;
    /** The proxy describes the site's own posts also where discovery is off. */
    readonly alwaysFindsOwnPosts: boolean;
  };
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
  /** Lists can be filtered by the time of the last change, by formats and by queries about terms; searches by column. */
  readonly hasFurtherFilters: boolean;
  /** Making a post sticky needs the rights to edit others' posts and to publish; otherwise one of them. */
  readonly stickyNeedsBoth: boolean;
  /** Revisions, scheduled pages and entries in the trash have plain addresses. */
  readonly hidesUnpublished: boolean;
  /** Revisions cannot be deleted one by one. */
  readonly keepsRevisions: boolean;
  /** Lists of revisions have pages and arguments. */
  readonly pagesRevisions: boolean;
  /** Entries show their block version, the template of their permalink, a generated slug and their CSS classes. */
  readonly showsEditorMembers: boolean;
  /** A date of null makes a draft follow the time of its last change again. */
  readonly nullResetsDate: boolean;
  /** A slug that a client chooses for a draft is made unique at once; otherwise when the draft is published. */
  readonly reservesDraftSlugs: boolean;
  /** Entries can have the templates that the site stores for its theme. */
  readonly offersStoredTemplates: boolean;
  /** Links tell editors whether they may store any HTML. */
  readonly tellsUnfilteredHtml: boolean;
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
  /** WebP, AVIF and HEIC count as known image types. */
  readonly newerImageTypes: boolean;
}

export interface MediaDialect {
  /** Image sizes besides those of the site's settings. */
  readonly furtherSizes: readonly ImageSizeBox[];
  /** Sizes that are made, and stored, first. */
  readonly firstSizes: readonly string[];
  /** Larger images are replaced by a copy that fits a square of this many pixels; undefined: never. */
  readonly largestSide: number | undefined;
  /** Images that the camera holds sideways are replaced by an upright copy. */
  readonly rotatesImages: boolean;
  /** Stored metadata tells the size of each file in bytes, and the alternative text of images. */
  readonly storesFileSizes: boolean;
  /** Attachments tell the name and size of their file, and how images are stored. */
  readonly tellsFile: boolean;
  /** Files go to the folder of the month their post is from, and take their title from the name that the client sent. */
  readonly followsPost: boolean;
  /** Attachments link to what they are attached to. */
  readonly linksParent: boolean;
}

/** A box images are scaled into; 0 = no limit on that side. */
export interface ImageSizeBox {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Filled by cutting from the middle; otherwise the whole image is fitted in. */
  readonly crop: boolean;
}

export interface AvatarsDialect {
  /** How an e-mail address is hashed into the address of its picture. */
  readonly hash: 'md5' | 'sha256';
  /** Pictures are fetched over HTTPS even where the site is not. */
  readonly alwaysSecure: boolean;
  /** The picture of a comment by a user is that of the user's current address. */
  readonly followsUsers: boolean;
}

export interface CommentsDialect {
  /** Whoever may edit the post of a comment may edit the comment; otherwise moderators alone. */
  readonly postEditorsModerate: boolean;
  /** Content of nothing but white space is empty. */
  readonly trimsContent: boolean;
  /** Answers to a comment can be embedded. */
  readonly embedsChildren: boolean;
  /** Comments link to their post only where its type has routes. */
  readonly linksRestTypesOnly: boolean;
  /** Those who edit a post can leave notes on it, which only they see. */
  readonly hasNotes: boolean;
  /** How the type of an ordinary comment is stored. */
  readonly ordinaryType: '' | 'comment';
}

/** Categories and tags. */
export interface TermsDialect {
  /** What lists can be sorted by. */
  readonly orderby: readonly string[];
  /** What creating a term asks for where terms form no tree. */
  readonly flatCreateCapability: 'assign_terms' | 'edit_terms';
  /** Status of the error for a taken name, which tells the other term's id; undefined: a failure whose data is this id. */
  readonly conflictStatus: 409 | 400 | undefined;
}

/** How argument values are judged and what is said about them. */
export interface ArgDialect {
  /** Type `object` is checked and cleaned. */
  readonly checksObjects: boolean;
  /** One-sided limits are worded with "or equal to" instead of "(inclusive)". */
  readonly plainLimits: boolean;
  /** Values are checked by all keywords of their schema, and errors carry the code of the rule that was broken. */
  readonly wholeSchema: boolean;
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
