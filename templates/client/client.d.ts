import { type Client } from 'openapi-fetch';
import { type components, type paths } from './api.js';

/** Schemas of the items: `Schemas['Post']`. */
export type Schemas = components['schemas'];

type Get<Path extends keyof paths> = paths[Path] extends { get: infer Operation } ? Operation : never;
type Body<Path extends keyof paths> =
  Get<Path> extends { responses: { 200: { content: { 'application/json': infer Json } } } } ? Json : never;
type Element<Path extends keyof paths> = Body<Path> extends readonly (infer Item)[] ? Item : never;
type Parameters<Path extends keyof paths> = Get<Path> extends { parameters: infer Named } ? Named : never;

export type Readable = { [Path in keyof paths]: paths[Path] extends { get: object } ? Path : never }[keyof paths];
export type Listed = { [Path in Readable]: Body<Path> extends readonly unknown[] ? Path : never }[Readable];
export type ListedByCursor = {
  [Path in Listed]: Parameters<Path> extends { query?: { cursor?: string } } ? Path : never;
}[Listed];

interface ReadOptions<Path extends keyof paths> extends Omit<RequestInit, 'body' | 'method'> {
  params?: { [Part in keyof Parameters<Path>]?: Parameters<Path>[Part] };
  /** Of Next.js; the tags of the path by default. */
  next?: { tags?: string[]; revalidate?: number | false };
}

export declare class SiteError extends Error {
  readonly status: number;
  /** Such as `rest_post_invalid_id`. */
  readonly code: string;
  readonly data: unknown;
}

/** A page of the change feed. */
export type Changes = Schemas['Changes'];

export interface Site {
  /** All operations, as openapi-fetch offers them. */
  readonly api: Client<paths>;
  /** One item or one page of a list; rejects with a SiteError. */
  read<Path extends Readable>(path: Path, options?: ReadOptions<Path>): Promise<Body<Path>>;
  /** All items of a list, page by page. */
  pages<Path extends Listed>(path: Path, options?: ReadOptions<Path>): AsyncGenerator<Element<Path>>;
  /** All items of a list that has cursors: each once, whatever is added meanwhile. */
  byCursor<Path extends ListedByCursor>(path: Path, options?: ReadOptions<Path>): AsyncGenerator<Element<Path>>;
  /** All published entries of a type, in the order of their IDs. */
  entries(type: string, options?: { after?: number; fields?: string }): AsyncGenerator<Schemas['Post']>;
  /** Pages of the change feed, for ever. The first one without a cursor only has the present cursor. */
  changes(since?: string, options?: { wait?: number; signal?: AbortSignal }): AsyncGenerator<Changes>;
  /** Uploads a file in parts, and goes on after an interruption. Other options are values of the media item. */
  upload(
    file: Blob,
    options: {
      name: string;
      onProgress?(share: number): void;
      title?: string;
      caption?: string;
      description?: string;
      alt_text?: string;
      post?: number;
    },
  ): Promise<Schemas['Attachment']>;
}

export interface SiteOptions {
  /** The REST root, such as `https://example.org/wp-json`. */
  url: string;
  login?: string;
  /** An application password. */
  password?: string;
  fetch?: typeof fetch;
}

export declare function createSite(options: SiteOptions): Site;
export declare function tagsOf(path: string, parameters?: Record<string, unknown>): string[];
export declare function tagsOfMessage(message: { type: string; data: Record<string, unknown> }): string[];
