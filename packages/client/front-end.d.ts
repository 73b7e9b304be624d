/** What is at an address of the site. */
export interface Address {
  readonly kind: 'entry' | 'term' | 'author' | 'date' | 'type' | 'search' | 'home' | 'redirect';
  /** 301 for a redirect. */
  readonly status: number;
  /** The canonical address; where a redirect leads to. */
  readonly link: string;
  readonly path: string;
  readonly type: string | null;
  readonly id: number | null;
  readonly title: string;
  /** The page of an archive. */
  readonly page: number;
  readonly is_front_page: boolean;
  readonly is_posts_page: boolean;
  readonly item_url: string | null;
  readonly entries_url: string | null;
  /** The entry, term or author. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- its type is that of the generated client
  readonly item?: any;
}

export interface MenuItem {
  readonly title: string;
  readonly url: string;
  readonly target: string;
  readonly classes: readonly string[];
  readonly children: readonly MenuItem[];
}

export interface Menu {
  readonly id: number;
  readonly name: string;
  readonly items: readonly MenuItem[];
}

/** What a preview token is for. */
export interface Preview {
  readonly post: number;
  readonly type: string;
  readonly status: string;
  readonly slug: string;
  readonly link: string;
  /** Null for types that the REST API does not have. */
  readonly item_url: string | null;
  readonly version: string;
  readonly changes_url: string;
  readonly expires: string;
}

/** What pages read. */
export interface Reader {
  /** What is at a path of the site, with the entry, term or author itself; undefined if nothing is. */
  resolve(path: string): Promise<Address | undefined>;
  menu(location: string): Promise<Menu | undefined>;
  site(): Promise<{ readonly name: string; readonly description: string; readonly [member: string]: unknown }>;
  /** A route such as `/wp/v2/posts`, or an address of the API. */
  read<Body = unknown>(path: string): Promise<Body>;
  /** The entry that this visitor previews; undefined without a preview that is still valid. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- its type is that of the generated client
  previewed(): Promise<any>;
  /**
   * The source of a script for the page of a preview: it follows the editor. The content of the element with `data-live-preview` is
   * replaced; without one the page is loaded again.
   */
  livePreview(): Promise<string>;
}

export interface SourceOptions {
  /** The REST root of the service: `https://cms.example/wp-json`. */
  url: string;
}

export interface FrontEndOptions extends SourceOptions {
  /** The secret of the webhook. */
  webhookSecret?: string;
  /** Routes of declared types and taxonomies by name, as the generated client has them. */
  routes?: Readonly<Record<string, string>>;
  /** The path of the page that shows `previewed()`; `/preview` by default. */
  previewPage?: string;
}

export declare function createReader(
  options: SourceOptions & {
    /** Fetches what visitors see, through the cache of the framework. */
    fetchPublic(address: string, tags: readonly string[], init?: RequestInit): Promise<Response>;
    previewToken(): Promise<string | undefined> | string | undefined;
    /** Routes of declared types and taxonomies by name. */
    routes?: Readonly<Record<string, string>>;
  },
): Reader & {
  preview(token: string | undefined): Promise<Preview | undefined>;
  file(path: string): Promise<Response>;
};

/** The tags that a message of a webhook invalidates; undefined if its signature is not valid. */
export declare function tagsOfRequest(
  request: Request,
  options: { secret: string | undefined; routes?: Readonly<Record<string, string>> },
): Promise<string[] | undefined>;

/** A media item of the REST API, as far as its sizes matter. */
export interface MediaSizes {
  readonly source_url: string;
  readonly alt_text?: string;
  readonly media_details?: {
    readonly width?: number;
    readonly height?: number;
    readonly sizes?: Readonly<Record<string, { readonly width: number; readonly source_url: string }>>;
  };
}

/** A loader of image addresses for a media item: the smallest of its sizes that is wide enough. */
export declare function imageLoader(media: MediaSizes): (image: { width: number }) => string;

/** The attributes of an `img` for a media item. */
export declare function imageAttributes(media: MediaSizes): {
  src: string;
  alt: string;
  width?: number;
  height?: number;
  srcset?: string;
};
