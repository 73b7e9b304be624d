export declare const PREVIEW_COOKIE: string;

/** `draftMode` and `cookies` of `next/headers`. */
export interface DraftMode {
  readonly isEnabled: boolean;
  enable(): void;
  disable(): void;
}

export interface CookieStore {
  get(name: string): { value: string } | undefined;
  set(name: string, value: string, options: Record<string, unknown>): unknown;
  delete(name: string): unknown;
}

export interface NextHeaders {
  draftMode(): DraftMode | Promise<DraftMode>;
  cookies(): CookieStore | Promise<CookieStore>;
}

/** What a preview token is for. */
export interface PreviewedEntry {
  post: number;
  type: string;
  status: string;
  slug: string;
  link: string;
  item_url: string | null;
  expires: string;
}

type Handler = (request: Request) => Promise<Response>;

export declare function createPreviewHandler(
  options: NextHeaders & {
    /** Address of the API, such as `https://cms.example/wp-json`. */
    api: string | URL;
    /** The path that shows the entry; that of its permalink by default. */
    pathOf?(entry: PreviewedEntry): string | Promise<string>;
  },
): Handler;

export declare function createEndPreviewHandler(options: NextHeaders): () => Promise<Response>;

export declare function previewHeaders(options: NextHeaders): Promise<Record<string, string>>;

export interface ResolvedAddress {
  kind: 'entry' | 'term' | 'author' | 'date' | 'type' | 'home' | 'search' | 'redirect';
  link: string;
  path: string;
  status: 200 | 301;
  type: string | null;
  id: number | null;
  title: string;
  page: number;
  is_front_page: boolean;
  is_posts_page: boolean;
  item_url: string | null;
  entries_url: string | null;
  /** The entry, term or author itself. */
  item: Record<string, unknown> | null;
}

export declare function resolveAddress(
  path: string,
  options: { api: string | URL; headers?: Record<string, string>; embed?: boolean; tags?: readonly string[] },
): Promise<ResolvedAddress | null>;

export declare function isSigned(secret: string, headers: Headers, body: string, now?: number): Promise<boolean>;

export declare function createWebhookHandler(options: {
  /** `whsec_…` */
  secret: string | undefined;
  /** Of the generated client. */
  tagsOfMessage(message: never): Iterable<string>;
  /** Of `next/cache`. */
  revalidateTag(tag: string, profile: { expire: number }): unknown;
}): Handler;

export declare function createPassOnHandler(options: { site: string | URL }): Handler;

export declare function imageOf(media: { source_url: string; alt_text?: string; media_details?: object }): {
  src: string;
  alt: string;
  width?: number;
  height?: number;
  srcSet?: string;
};

export declare function followPreview(options: { site: string | URL; onChange?(id: number): void }): () => void;
