import { type FieldEntry } from '../../../content-model/index.js';
import { type AssignedTerm } from '../../../modules/terms/index.js';

/** An image as the head names it. Measures are unknown for one that is known by its URL only. */
export interface HeadImage {
  readonly url: string;
  readonly width?: number;
  readonly height?: number;
  readonly type?: string;
  readonly caption?: string;
}

/** Meta keys of the profiles of a person, in the order in which a head lists them. */
export const PROFILE_KEYS = [
  'facebook',
  'instagram',
  'linkedin',
  'pinterest',
  'twitter',
  'myspace',
  'youtube',
  'soundcloud',
  'tumblr',
  'wikipedia',
] as const;

/** An author, or the person that the site represents. */
export interface HeadPerson {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly url: string;
  /** `@id` in the graph. */
  readonly node: string;
  /** The address of the author's archive. */
  readonly archive: string;
  /** Undefined where the site shows no avatars. */
  readonly avatar?: string;
  /** The large one, for social networks. */
  readonly portrait?: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly pronouns: string;
  /** Names and addresses of profiles by the meta key that has them. */
  readonly profiles: ReadonlyMap<string, string>;
}

export interface Crumb {
  readonly name: string;
  readonly url: string;
}

/** What the editor entered for one page, by the plugin's names of the values; empty texts are left out. */
export type OwnValues = ReadonlyMap<string, string>;

/** Everything that is known of an entry besides its row. */
export interface EntryFacts {
  readonly entry: FieldEntry;
  readonly isProtected: boolean;
  readonly opensComments: boolean;
  readonly comments: number;
  /** The text that a password protects, for its length: the head has no words of it. */
  readonly hiddenText: string;
  /** As WordPress shows it, with markup. */
  readonly title: string;
  readonly author?: HeadPerson;
  readonly terms: readonly AssignedTerm[];
  readonly parentTitle: string;
  /** The beginning of the text, which is loaded only if nothing else describes the entry. */
  readonly excerpt: string;
  /** The featured image. */
  readonly image?: HeadImage;
  /** The first image of the content. */
  readonly contentImage?: HeadImage;
  /** The URL of that image in the content, which may be one of its smaller variations. */
  readonly contentImageUrl?: string;
  /** Descriptions of terms, by ID, as far as templates name them. */
  readonly termDescriptions: ReadonlyMap<number, string>;
  /** Values of meta keys that templates name. */
  readonly meta: ReadonlyMap<string, string>;
}

export interface TermFacts {
  readonly id: number;
  readonly taxonomy: string;
  readonly name: string;
  /** As plain text. */
  readonly description: string;
  /** The names of the terms above it and its own; none in a flat taxonomy. */
  readonly hierarchy: readonly string[];
}

interface Common {
  readonly permalink: string;
  readonly own: OwnValues;
  /** Images that the editor chose for social networks. */
  readonly openGraphImage?: HeadImage;
  readonly twitterImage?: HeadImage;
  /** What is used where the editor chose none: the featured image, one of the content, an avatar. */
  readonly foundImage?: HeadImage;
  /** The image of the template, which only the paid plugin has. */
  readonly templateImage?: HeadImage;
  /** What is above the page, without the home page, and the page itself. */
  readonly trail: readonly Crumb[];
}

/** A page that has a head. */
export type Subject =
  | (Common & { readonly kind: 'entry'; readonly as: 'entry' | 'front' | 'posts'; readonly facts: EntryFacts })
  | (Common & { readonly kind: 'term'; readonly term: TermFacts })
  | (Common & { readonly kind: 'user'; readonly person: HeadPerson; readonly isHidden: boolean })
  | (Common & { readonly kind: 'type'; readonly type: string })
  | (Common & { readonly kind: 'home' })
  | (Common & { readonly kind: 'date' })
  | (Common & { readonly kind: 'missing' });

/** What all heads of a site have in common. */
export interface HeadSite {
  /** With a slash at its end. */
  readonly home: string;
  readonly name: string;
  readonly description: string;
  /** Such as `en_US`. */
  readonly locale: string;
  readonly hasPrettyLinks: boolean;
  readonly endsWithSlash: boolean;
  readonly postsPage: number;
  /** Title of the front page in breadcrumbs, if a page is it. */
  readonly defaultImage?: HeadImage;
  readonly logo?: HeadImage;
  readonly person?: HeadPerson;
  /** Labels of the post types, and what they support. */
  readonly types: ReadonlyMap<
    string,
    { readonly singular: string; readonly plural: string; readonly hasAuthors: boolean; readonly hasComments: boolean }
  >;
  readonly hierarchicalTaxonomies: readonly string[];
  /** Removes registered shortcodes with what they enclose. */
  stripShortcodes(text: string): string;
  /** By the site's format and in its zone. */
  date(mysql: string, format?: string): string;
}
