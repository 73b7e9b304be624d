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

export interface FrontEndOptions {
  /** The REST root of the service: `https://cms.example/wp-json`. */
  url: string;
  /** The secret of the webhook. */
  webhookSecret?: string;
  /** Routes of declared types and taxonomies by name, as the generated client has them. */
  routes?: Readonly<Record<string, string>>;
  /** The path of the page that shows `previewed()`; `/preview` by default. */
  previewPage?: string;
}

type Handler = (request: Request) => Promise<Response>;

export interface FrontEnd {
  resolve(path: string): Promise<Address | undefined>;
  menu(location: string): Promise<Menu | undefined>;
  site(): Promise<{ readonly name: string; readonly description: string; readonly [member: string]: unknown }>;
  /** A route such as `/wp/v2/posts`, or an address of the API. */
  read<Body = unknown>(path: string): Promise<Body>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- its type is that of the generated client
  previewed(): Promise<any>;
  readonly openPreview: Handler;
  closePreview(): Promise<never>;
  readonly revalidate: Handler;
  passOn(path: string): () => Promise<Response>;
  livePreview(): string;
}

export declare function createFrontEnd(options: FrontEndOptions): FrontEnd;

/** A media item of the REST API, as far as its sizes matter. */
export interface MediaSizes {
  readonly source_url: string;
  readonly media_details?: {
    readonly sizes?: Readonly<Record<string, { readonly width: number; readonly source_url: string }>>;
  };
}

/** The `loader` of next/image for a media item. */
export declare function imageLoader(media: MediaSizes): (image: { width: number }) => string;
