import { type BlockRendering } from '../rendering/render-context.js';
import { type CoreContent } from '../site/model/content-model.js';

/**
 * All differences between the variants of the API, as data. Code reads the profile; it never checks which
 * variant is active. The values are in profiles.ts.
 */
export interface Profile {
  readonly name: string;
  /** Namespaces in the order of the index. */
  readonly namespaces: readonly string[];
  /** Namespaces that are served, with an index of their own, but that the index of the site does not list. */
  readonly unlistedNamespaces: readonly string[];
  /** Extension modules, by the names VariantModule knows. */
  readonly extensions: readonly string[];
  /** Order of the core routes in the index, by the first path segment. */
  readonly routeOrder: readonly string[];

  readonly rest: {
    /** `_fields` limits the fields of responses. */
    readonly sparseFields: boolean;
    /** `_fields` can select nested fields (`title.rendered`); links are then included only if selected. */
    readonly nestedFields: boolean;
    /** `_embed` can list the relations to embed. */
    readonly embedsByRelation: boolean;
    /** Maximum number of items of an embedded list. */
    readonly embeddedListLength: number;
    /** Links to items list the methods the requester may use (`targetHints`). */
    readonly hintsMethods: boolean;
    /** After a write, Allow lists GET for those who may read the item in the edit context. */
    readonly checksEditContext: boolean;
    /** Errors about parameters include the code and data of the violated rule. */
    readonly explainsErrors: boolean;
    /** The index shows all schema keywords of arguments, and links of routes as lists. */
    readonly describesSchemas: boolean;
    /** The index includes the front page, logo and icon of the site, and where applications are authorized. */
    readonly describesSite: boolean;
    /** Bodies of the media types `application/*+json` are JSON too. */
    readonly readsJsonDialects: boolean;
    /** An empty `_jsonp` counts as absent; otherwise it changes the media type. */
    readonly ignoresEmptyCallback: boolean;
    /** Value of `$schema` in OPTIONS responses. */
    readonly jsonSchema: string;
    /** A permission check that returns false responds with 401 to anonymous requests; otherwise always with 403. */
    readonly unauthorizedForAnonymous: boolean;
    /** HTTP Basic with wrong credentials makes the request anonymous; otherwise it is refused. */
    readonly ignoresWrongCredentials: boolean;
    /** Passwords whose hash is marked `$H$`, as phpBB writes them, are refused. */
    readonly refusesForumHashes: boolean;
    /** `Cache-Control` of responses to authenticated requests. */
    readonly privateCacheControl: string;
    /** The REST root for sites without pretty permalinks. */
    readonly plainRoot: string;
  };

  /** Post types, taxonomies and meta keys that WordPress itself declares. */
  readonly content: CoreContent;
  readonly entries: EntriesDialect;
  readonly rendering: RenderingDialect;
  readonly args: ArgDialect;
  readonly text: TextDialect;
  /** A stored setting that violates its own enum or format is shown as null, not only one that is not a scalar. */
  readonly settings: {
    readonly nullsInvalidSettings: boolean;
    /** The front page, the logo and the icon are settings too. */
    readonly showsFrontPage: boolean;
  };
  readonly types: {
    /** Types include their supported features and whether they are viewable. */
    readonly showsFeatures: boolean;
    /** Types and taxonomies include their namespace, visibility and further labels. */
    readonly showsPresentation: boolean;
    /** Post types of extensions: they exist, but are not listed. */
    readonly hidden: readonly string[];
  };
  readonly users: {
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
  };
  readonly taxonomies: {
    /** Capability required for the edit context. */
    readonly editCapability: 'assign_terms' | 'manage_terms';
    readonly missingLabels: readonly string[];
  };
  readonly terms: TermsDialect;
  /** Statuses include whether their entries can have a floating date. */
  readonly statuses: { readonly exposesDateFloating: boolean };
  readonly avatars: AvatarsDialect;
  readonly media: MediaDialect;
  readonly comments: CommentsDialect;
  readonly oembed: {
    /** Thumbnails are the smallest stored size that fills the frame; otherwise the full image. */
    readonly scalesThumbnails: boolean;
    /** Titles are rendered as on pages; otherwise they are sent as stored. */
    readonly rendersTitles: boolean;
    /** The proxy describes the site's own posts even if discovery is off. */
    readonly alwaysFindsOwnPosts: boolean;
  };
}

/** Posts, pages and other rows of their table. */
export interface EntriesDialect {
  /** Fields that lists can be sorted by; pages also have `menu_order`. */
  readonly orderby: readonly string[];
  /** Fields that lists can be filtered by. */
  readonly statuses: readonly string[];
  /** The only values `template` accepts; undefined: those of the configured theme. */
  readonly templates: readonly string[] | undefined;
  /** Embedded entries include the ID of the featured image. */
  readonly embedsFeaturedMedia: boolean;
  /** Links include the number of revisions and the latest one. */
  readonly countsRevisions: boolean;
  /** Action links show editors what they may do. */
  readonly hasActionLinks: boolean;
  /** A page number beyond the last page is an error. */
  readonly refusesPagesBeyondEnd: boolean;
  /** Lists can be filtered by modification time, format and term queries; searches can be limited to columns. */
  readonly supportsTaxQuery: boolean;
  /** Changing whether a post is sticky requires the rights to edit others' posts and to publish; otherwise making it sticky requires one of them. */
  readonly stickyNeedsBoth: boolean;
  /** Revisions, scheduled pages and trashed entries have plain permalinks. */
  readonly hidesUnpublished: boolean;
  /** Revisions cannot be deleted individually. */
  readonly forbidsRevisionDelete: boolean;
  /** Lists of revisions are paged and can be filtered. */
  readonly pagesRevisions: boolean;
  /** Entries include their block version, permalink template, generated slug and CSS classes. */
  readonly showsEditorFields: boolean;
  /** A date of null makes the date of a draft follow its last modification again. */
  readonly nullResetsDate: boolean;
  /** A slug chosen for a draft is made unique at once; otherwise when the draft is published. */
  readonly reservesDraftSlugs: boolean;
  /** An entry is saved with its valid meta before invalid meta is reported; otherwise nothing is. */
  readonly savesBeforeMeta: boolean;
  /** Entries can use the templates stored for the site's theme. */
  readonly offersStoredTemplates: boolean;
  /** Action links show whether the requester may store unfiltered HTML. */
  readonly linksUnfilteredHtml: boolean;
  /** The link to the parent leads to the route of the parent's own type. */
  readonly linksParentsByType: boolean;
  /** Sorted by author, entries of one author are in the direction of the order: WordPress has an index for it. */
  readonly indexesAuthors: boolean;
  /** Featured images are linked only for requesters who may read them. */
  readonly linksReadableImages: boolean;
  /** A write may repeat the status that the entry has, even one that cannot be given. */
  readonly acceptsCurrentStatus: boolean;
  /** Without slugs to sort by, `include_slugs` lists the oldest entries first, whatever `order` says. */
  readonly missingSlugsSortByDate: boolean;
  /** The former dates of a published post are stored, like its old slugs. */
  readonly remembersOldDates: boolean;
  /** The password that unlocks an entry is part of the query; one in the body is a new password. */
  readonly readsPasswordFromQuery: boolean;
}

export interface RenderingDialect {
  /** Renders the blocks of current releases; images then get the attributes that control their loading, too. */
  readonly blocks: BlockRendering | undefined;
  /** Titles of private posts have a prefix. */
  readonly marksPrivateTitles: boolean;
  /** Shortcodes in revisions belong to no post: the ID in their output is 0. */
  readonly revisionsHaveNoPost: boolean;
  /** A bare `'x y'` in a shortcode is one positional value. */
  readonly bareSingleQuotes: boolean;
  readonly audioExtensions: readonly string[];
  readonly videoExtensions: readonly string[];
  /** YouTube and Vimeo URLs of players use HTTPS, without the parameters that confuse the player. */
  readonly cleansHostedVideoUrls: boolean;
  /** AAC and FLAC count as known audio types. */
  readonly newerAudioTypes: boolean;
  /** WebP, AVIF and HEIC count as known image types, and `x-wav` as an extension of WAV. */
  readonly newerFileTypes: boolean;
}

export interface MediaDialect {
  /** Image sizes besides those of the site's settings. */
  readonly furtherSizes: readonly ImageSizeBox[];
  /** Image sizes that are generated, and stored, first. */
  readonly firstSizes: readonly string[];
  /** A size that differs from the image by one pixel at most on both sides is not generated. */
  readonly skipsSimilarSizes: boolean;
  /** Larger images are replaced by a copy scaled to fit a square of this many pixels; undefined: never. */
  readonly largestSide: number | undefined;
  /** Images with an EXIF rotation are replaced by an upright copy. */
  readonly rotatesImages: boolean;
  /** Stored metadata includes the file size in bytes, and the alternative text of images. */
  readonly storesFileSizes: boolean;
  /** Attachments include the name and size of their file, and how images are encoded. */
  readonly exposesFileDetails: boolean;
  /** Files are stored in the folder of their post's month, and their title comes from the client's file name. */
  readonly usesPostMonthFolder: boolean;
  /** Attachments link to the entry they are attached to. */
  readonly linksParent: boolean;
}

/** A box images are scaled into; 0 = no limit in that dimension. */
export interface ImageSizeBox {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Filled by cropping from the centre; otherwise the whole image is scaled to fit. */
  readonly crop: boolean;
}

export interface AvatarsDialect {
  /** How an e-mail address is hashed into its avatar URL. */
  readonly hash: 'md5' | 'sha256';
  /** Avatars use HTTPS even if the site does not. */
  readonly alwaysSecure: boolean;
  /** The avatar of a user's comment is that of the user's current e-mail address. */
  readonly usesAccountEmail: boolean;
  /** Pingbacks and trackbacks have no picture. */
  readonly skipsPingAvatars: boolean;
}

export interface CommentsDialect {
  /** Moderators and users who may edit the post of a comment may edit the comment; otherwise only those who are both. */
  readonly postEditorsModerate: boolean;
  /** Content that consists of white space is empty. */
  readonly trimsContent: boolean;
  /** Replies to a comment can be embedded. */
  readonly embedsChildren: boolean;
  /** Comments link to their post only if its type has routes. */
  readonly linksRestTypesOnly: boolean;
  /** Editors of a post can add notes to it, visible only to them. */
  readonly hasNotes: boolean;
  /** Stored type of an ordinary comment. */
  readonly ordinaryType: '' | 'comment';
  /** Links in comments carry `ugc` besides `nofollow`. */
  readonly marksUserContent: boolean;
}

/** Categories and tags. */
export interface TermsDialect {
  /** Fields that lists can be sorted by. */
  readonly orderby: readonly string[];
  /** Capability required to create a term of a taxonomy without hierarchy. */
  readonly flatCreateCapability: 'assign_terms' | 'edit_terms';
  /** Whether the Allow header of a created term judges lists as in the context `edit`. */
  readonly checksListInEditContext: boolean;
  /** Status of the error for an existing name, which includes the other term's ID; undefined: a failure whose data is this ID. */
  readonly conflictStatus: 409 | 400 | undefined;
}

/** How argument values are validated, and the wording of errors. */
export interface ArgDialect {
  /** Type `object` is validated and sanitized. */
  readonly checksObjects: boolean;
  /** One-sided limits are worded with "or equal to" instead of "(inclusive)". */
  readonly shortRangeMessages: boolean;
  /** Values are validated by all keywords of their schema, and errors include the code of the violated rule. */
  readonly fullJsonSchema: boolean;
  /** Rules by which values of the format `uri` are cleaned. */
  readonly urls: TextDialect['urls'];
}

export interface TextDialect {
  /** Rules by which authors' markup is filtered; `current` also filters the attributes of blocks. */
  readonly html: 'strict' | 'current';
  /** How titles become slugs. */
  readonly slugs: {
    /** A slash becomes a dash; otherwise it is dropped. */
    readonly slashBecomesDash: boolean;
    /** Unicode spaces become dashes, and invisible characters vanish. */
    readonly foldsUnicodeSpaces: boolean;
    /** Ə, ǝ and the German ẞ have base letters, and Austria shares the German transcription. */
    readonly newerLetters: boolean;
  };
  /** How lists of IDs and slugs are read. */
  readonly lists: {
    /** Empty pieces of a text are dropped, as in `,1`; otherwise they count as 0 or as an empty slug. */
    readonly skipsEmptyItems: boolean;
  };
  /** Rules by which URLs are cleaned; `current` drops blanks in front and allows further schemes. */
  readonly urls: 'strict' | 'current';
  /** Rules by which dates are read and written: see `DateRules`. */
  readonly dates: 'classic' | 'current';
  /** How names of uploaded files are cleaned. */
  readonly fileNames: {
    /** Letters lose their accents; typographic quotes and repeated dots are removed. */
    readonly removesAccents: boolean;
  };
}

/** Injection token of the active profile. */
export const PROFILE = Symbol('PROFILE');

/** A declaration's value, or how to read it from the profile when the service starts. */
export type ByProfile<T> = T | ((profile: Profile) => T);

export function resolve<T>(value: ByProfile<T>, profile: Profile): T {
  return typeof value === 'function' ? (value as (profile: Profile) => T)(profile) : value;
}
