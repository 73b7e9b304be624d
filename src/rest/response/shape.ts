import { type Content, Item, ItemMap, SerializedItem } from './reply.js';

type Json = Record<string, unknown>;

/** Members and `_links` of an item, or a ready object as it is. */
export function itemJson(item: Item | object): Json {
  if (!(item instanceof Item)) return item as Json;
  return item.links.isEmpty ? item.members : { ...item.members, _links: item.links.toJson() };
}

/** The reference encodes an empty map as an empty list. */
function orEmptyList(map: Json): Json | [] {
  return Object.keys(map).length > 0 ? map : [];
}

function pick(members: Json, fields: ReadonlySet<string>): Json {
  return Object.fromEntries(Object.entries(members).filter(([name]) => fields.has(name)));
}

/** `_embedded` of the items that embed something. */
export type Embedded = ReadonlyMap<Item, Json>;

/**
 * The JSON of an answer. With `fields`, lists keep the named members of each item (so `_links` goes unless named),
 * maps the named entries, and a single item always keeps its `_links`.
 */
export function bodyJson(content: Content, embedded?: Embedded, fields?: ReadonlySet<string>): string | Buffer {
  if (content instanceof SerializedItem) return content.json;
  if (!Array.isArray(content)) return stringify(shapeBody(content, embedded, fields));
  if (content[0] instanceof SerializedItem) return joined(content as readonly SerializedItem[]);
  return `[${content.map((element) => stringify(shapeElement(element, embedded, fields))).join()}]`;
}

/** An item's JSON without `_fields`, as bytes that can be cached. */
export function serializeItem(item: Item, embedded?: Json): SerializedItem {
  return new SerializedItem(retainedBuffer(stringify(withEmbedded(itemJson(item), embedded))));
}

function stringify(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

const COMMA = Buffer.from(',');
const BEGIN = Buffer.from('[');
const END = Buffer.from(']');

/** A list of serialized items, without decoding their bytes. */
function joined(items: readonly SerializedItem[]): Buffer {
  return Buffer.concat([...items.flatMap(({ json }, index) => [index === 0 ? BEGIN : COMMA, json]), END]);
}

function withEmbedded(json: Json, embedded: Json | undefined): Json | [] {
  return orEmptyList(embedded ? { ...json, _embedded: embedded } : json);
}

/** What is not a list. */
function shapeBody(content: Content, embedded: Embedded | undefined, fields?: ReadonlySet<string>): unknown {
  if (content instanceof Item) {
    const linked = itemJson(fields ? new Item(pick(content.members, fields), content.links) : content);
    return withEmbedded(linked, embedded?.get(content));
  }
  if (content instanceof ItemMap) {
    const map = Object.fromEntries([...content.items].map(([name, item]) => [name, itemJson(item)]));
    return fields ? orEmptyList(pick(map, fields)) : map;
  }
  if (fields && typeof content === 'object' && content !== null) return orEmptyList(pick(content as Json, fields));
  return content;
}

function shapeElement(element: unknown, embedded: Embedded | undefined, fields?: ReadonlySet<string>): unknown {
  if (!(element instanceof Item)) return element;
  const json = fields ? pick(itemJson(element), fields) : itemJson(element);
  return withEmbedded(json, !fields || fields.has('_links') ? embedded?.get(element) : undefined);
}

/**
 * Bytes for a cache, in memory of their own. Node cuts buffers below 4 KB out of shared blocks of 8 KB, and a block lives
 * as long as any part of it: retaining one small body in a cache would retain whatever else was in its block.
 */
export function retainedBuffer(content: string | Buffer): Buffer {
  if (typeof content === 'string') {
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(content));
    bytes.write(content);
    return bytes;
  }
  if (content.buffer.byteLength === content.length) return content;
  const copy = Buffer.allocUnsafeSlow(content.length);
  content.copy(copy);
  return copy;
}
