import { type Html } from './html.js';

/** What templates get. Values of type `Html` are safe markup; texts are escaped by the template. */

export interface Link {
  readonly title: string | Html;
  readonly url: string;
}

export interface MenuLink extends Link {
  readonly children: readonly MenuLink[];
}

export interface Picture {
  readonly url: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  readonly srcset?: string;
  /** Style of an image with a focal point, for where it is cropped. */
  readonly style?: string;
}

/** What every page has around its main part. */
export interface Frame {
  readonly home: string;
  /** Address of the front page in the language of the page. */
  readonly homeUrl: string;
  /** Address of the search page in the language of the page. */
  readonly searchUrl: string;
  readonly lang: string;
  readonly isRtl?: boolean;
  readonly name: string;
  readonly tagline: string;
  readonly restRoot: string;
  /** Whether search engines may list the site. */
  readonly isIndexed: boolean;
  readonly logo?: Picture;
  readonly icon?: string;
  readonly menu: readonly MenuLink[];
  readonly colour: string;
  readonly font: string;
  readonly layout: string;
  /** How posts look in lists. */
  readonly cards: string;
  /** Where the header has name and menu. */
  readonly header: string;
  /** At the top of the front page. */
  readonly headerPicture?: Picture;
  readonly footer: {
    readonly text: readonly string[];
    readonly menu: readonly MenuLink[];
    readonly social: readonly (Link & { readonly title: string })[];
    readonly picture?: Picture;
  };
  /** Rules of own colours and fonts. */
  readonly css: string;
  /** URLs of the style sheets, in their order. */
  readonly styles: readonly string[];
}

export interface Author extends Link {
  readonly title: string;
  readonly description: string;
  readonly picture?: Picture;
}

export interface PublishedDate {
  /** As the site writes dates. */
  readonly text: string;
  /** ISO 8601 with the offset of the site's time zone. */
  readonly iso: string;
}

/** A post in a list. */
export interface Card {
  readonly id: number;
  readonly title: Html;
  readonly url: string;
  readonly date: PublishedDate;
  readonly author?: Author;
  readonly categories: readonly Link[];
  readonly image?: Picture;
  readonly excerpt: Html;
}

export interface Article extends Omit<Card, 'date'> {
  /** Pages and files have none. */
  readonly date?: PublishedDate;
  readonly modified: PublishedDate;
  /** Written by the author, unlike the beginning of the text. */
  readonly ownExcerpt?: Html;
  readonly content: Html;
  readonly tags: readonly Link[];
  readonly minutes: number;
  readonly parents: readonly Link[];
  /** Text. */
  readonly description: string;
  /** For templates of one's own: values of declared meta that visitors may read, by their names. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The published entries that relations in them lead to. */
  readonly relations?: Readonly<Record<string, readonly Link[]>>;
}

export interface Paging {
  readonly page: number;
  readonly pages: number;
  readonly urlOf: (page: number) => string;
}

export interface CommentView {
  readonly id: number;
  readonly author: string;
  readonly authorUrl: string;
  readonly date: PublishedDate;
  readonly content: Html;
  readonly replies: readonly CommentView[];
  /** Empty where replies are not possible. */
  readonly replyUrl: string;
}

/** The comment form as the visitor left it. */
export interface CommentForm {
  readonly post: number;
  readonly action: string;
  readonly replyTo?: { readonly id: number; readonly author: string; readonly cancelUrl: string };
  readonly requiresName: boolean;
  readonly values: Readonly<Record<'comment' | 'author' | 'email' | 'url', string>>;
  readonly error?: string;
}

export interface CommentsView {
  readonly total: number;
  readonly threads: readonly CommentView[];
  readonly form?: CommentForm;
  readonly notice?: string;
}
