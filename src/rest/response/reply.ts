import { Links } from './links.js';

/** Header with the cache status: hit, miss (built now, stored if possible) or bypass (never stored). */
export const CACHE_HEADER = 'X-Nestpress-Cache';

/** Header with the names of fields that items lack because their values were not there in time. */
export const MISSING_FIELDS = 'X-Nestpress-Missing-Fields';

/** A resource item to be sent: its fields and links. */
export class Item {
  constructor(
    readonly members: Record<string, unknown>,
    readonly links: Links = new Links(),
  ) {}
}

/** The JSON of an item, including embedded resources. */
export class SerializedItem {
  constructor(readonly json: Buffer) {}
}

/** Items by name, as types, statuses and taxonomies are listed. */
export class ItemMap {
  constructor(readonly items: ReadonlyMap<string, Item>) {}
}

export type Content = Item | SerializedItem | readonly Item[] | readonly SerializedItem[] | ItemMap | JsonValue;
export type JsonValue = Record<string, unknown> | readonly unknown[] | string | number | boolean | null;

/** Result of a handler that is more than a body with status 200. */
export class Reply {
  constructor(
    readonly content: Content,
    readonly status: number = 200,
    readonly headers: Readonly<Record<string, string | number>> = {},
  ) {}

  /** The same response with further headers. */
  with(headers: Readonly<Record<string, string>>): Reply {
    return new Reply(this.content, this.status, { ...this.headers, ...headers });
  }

  static of(result: Reply | Content): Reply {
    return result instanceof Reply ? result : new Reply(result);
  }
}

/** A response body as bytes. */
export class WireReply {
  constructor(
    readonly status: number,
    readonly headers: Readonly<Record<string, string>>,
    readonly body: Buffer | string | null,
  ) {}
}
