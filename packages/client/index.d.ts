import { type Client } from 'openapi-fetch';

type Operation<Paths, Path extends keyof Paths> = Paths[Path] extends { get: infer Get extends object } ? Get : never;

type Json<Get> = Get extends { responses: { 200: { content: { 'application/json': infer Body } } } } ? Body : never;

/** What a read of a path returns. */
export type Body<Paths, Path> = Path extends keyof Paths ? Json<Operation<Paths, Path>> : never;
type Item<Paths, Path> = Body<Paths, Path> extends readonly (infer Element)[] ? Element : never;

type Query<Paths, Path extends keyof Paths> =
  Operation<Paths, Path> extends { parameters: { query?: infer Values } } ? NonNullable<Values> : object;

/** Paths that can be read, such as `/wp/v2/posts/{id}`. */
export type Readable<Paths> = {
  [Path in keyof Paths]: [Operation<Paths, Path>] extends [never] ? never : Path;
}[keyof Paths];
/** Paths that respond with lists. */
export type Listed<Paths> = {
  [Path in Readable<Paths>]: Body<Paths, Path> extends readonly unknown[] ? Path : never;
}[Readable<Paths>];
/** Lists that can be read by cursor. */
export type ListedByCursor<Paths> = {
  [Path in Listed<Paths>]: Query<Paths, Path> extends { cursor?: string } ? Path : never;
}[Listed<Paths>];

type Names<Value> = Extract<keyof Value, string>;
/** Names for `_fields`; `title.rendered` selects a part. */
export type FieldName<Value> = Names<Value> | `${Names<Value>}.${string}`;
type Root<Name> = Name extends `${infer First}.${string}` ? First : Name;
/** What `_fields` leaves of an item. */
export type Selected<Value, Fields extends string> = [Fields] extends [never]
  ? Value
  : Pick<Value, Extract<Root<Fields>, keyof Value>>;

type QueryWithFields<Paths, Path extends keyof Paths, Fields extends string> = Omit<Query<Paths, Path>, '_fields'> &
  ('_fields' extends keyof Query<Paths, Path> ? { _fields?: readonly Fields[] } : object);

type Params<Paths, Path extends keyof Paths, Fields extends string> =
  Operation<Paths, Path> extends { parameters: { path: infer Values } }
    ? { params: { path: Values; query?: QueryWithFields<Paths, Path, Fields> } }
    : { params?: { query?: QueryWithFields<Paths, Path, Fields> } };

export type ReadOptions<Paths, Path extends keyof Paths, Fields extends string = never> = Omit<
  RequestInit,
  'body' | 'method'
> & {
  /** Of Next.js; the tags of the path by default. */
  next?: { tags?: string[]; revalidate?: number | false };
} & Params<Paths, Path, Fields>;

/** Options can be left out unless the path has parameters. */
type Options<Paths, Path extends keyof Paths, Fields extends string> =
  Operation<Paths, Path> extends { parameters: { path: object } }
    ? [options: ReadOptions<Paths, Path, Fields>]
    : [options?: ReadOptions<Paths, Path, Fields>];

/** An error response of the site. Every method rejects with it, those of `api` too. */
export declare class SiteError extends Error {
  constructor(status: number, body?: { code?: string; message?: string; data?: unknown });
  readonly status: number;
  /** Such as `rest_post_invalid_id`. */
  readonly code: string;
  readonly data: unknown;
}

/** One page of a list. */
export interface Page<Element> {
  readonly items: Element[];
  /** Number of items of all pages. */
  readonly total: number;
  readonly pages: number;
  /** Reads the next page; undefined on the last one. */
  readonly next: (() => Promise<Page<Element>>) | undefined;
}

export interface UploadOptions {
  name: string;
  onProgress?(share: number): void;
  title?: string;
  caption?: string;
  description?: string;
  alt_text?: string;
  post?: number;
}

/** A site with the paths of its OpenAPI document and, by name, the routes of its content types. */
export interface Site<Paths extends object, Types extends { [Type in keyof Types]: PropertyKey }> {
  /** All operations, as openapi-fetch offers them; an error response rejects. */
  readonly api: Client<Paths>;
  readonly routes: Readonly<Record<string, string>>;
  /** One item. */
  read<Path extends Exclude<Readable<Paths>, Listed<Paths>>, const Fields extends FieldName<Body<Paths, Path>> = never>(
    path: Path,
    ...options: Options<Paths, Path, Fields>
  ): Promise<Selected<Body<Paths, Path>, Fields>>;
  /** One page of a list, with the total and the next page. */
  list<Path extends Listed<Paths>, const Fields extends FieldName<Item<Paths, Path>> = never>(
    path: Path,
    ...options: Options<Paths, Path, Fields>
  ): Promise<Page<Selected<Item<Paths, Path>, Fields>>>;
  /** All items of a list, page by page. */
  pages<Path extends Listed<Paths>, const Fields extends FieldName<Item<Paths, Path>> = never>(
    path: Path,
    ...options: Options<Paths, Path, Fields>
  ): AsyncGenerator<Selected<Item<Paths, Path>, Fields>>;
  /** All items of a list that has cursors: each once, whatever is added meanwhile. */
  byCursor<Path extends ListedByCursor<Paths>, const Fields extends FieldName<Item<Paths, Path>> = never>(
    path: Path,
    ...options: Options<Paths, Path, Fields>
  ): AsyncGenerator<Selected<Item<Paths, Path>, Fields>>;
  /** All published entries of a type, in the order of their IDs. */
  entries<Type extends keyof Types, const Fields extends Names<Item<Paths, Types[Type]>> = never>(
    type: Type,
    options?: { after?: number; fields?: readonly Fields[] },
  ): AsyncGenerator<Selected<Item<Paths, Types[Type]>, Fields>>;
  /** Pages of the change feed, for ever. The first one without a cursor only has the present cursor. */
  changes(
    since?: string,
    options?: { wait?: number; signal?: AbortSignal },
  ): AsyncGenerator<Body<Paths, '/nestpress/v1/changes'>>;
  /** Uploads a file in parts, and goes on after an interruption. Other options are values of the media item. */
  upload(file: Blob, options: UploadOptions): Promise<Body<Paths, '/wp/v2/media/{id}'>>;
}

export interface SiteOptions {
  /** The REST root, such as `https://example.org/wp-json`. */
  url: string;
  login?: string;
  /** An application password. */
  password?: string;
  /** The global one by default, looked up for each request. */
  fetch?: typeof fetch;
}

export declare function createSite<Paths extends object, Types extends { [Type in keyof Types]: PropertyKey } = object>(
  options: SiteOptions & { routes?: Readonly<Record<string, string>> },
): Site<Paths, Types>;

export declare function tagsOf(path: string, parameters?: Record<string, unknown>): string[];

/** Tags of what `_embed` adds, which the methods of the site pass on by themselves. */
export declare function embeddedTags(routes: Readonly<Record<string, string>>): string[];

/** The message of a webhook. */
export interface SiteMessage {
  type: string;
  data: Record<string, unknown>;
}

export declare function tagsOfMessage(message: SiteMessage, routes: Readonly<Record<string, string>>): string[];
