import { type Content, Item, ItemMap, ReadyItem } from './reply.js';
import { retainedBuffer } from './retained-buffer.js';

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
  if (!Array.isArray(content)) return elementJson(content, () => shapeBody(content, embedded, fields));
  const elements = content.map((element) => elementJson(element, () => shapeElement(element, embedded, fields)));
  return elements.some((json) => typeof json !== 'string') ? joined(elements) : `[${elements.join()}]`;
}

function elementJson(element: unknown, shape: () => unknown): string | Buffer {
  if (element instanceof ReadyItem) return element.json;
  const text = JSON.stringify(shape()) ?? 'null';
  if (!(element instanceof Item) || !element.onSerialized) return text;
  const json = retainedBuffer(text);
  element.onSerialized(json);
  return json;
}

const COMMA = Buffer.from(',');
const BEGIN = Buffer.from('[');
const END = Buffer.from(']');

/** A list of bytes that are ready mostly: as text they would be decoded and encoded again. */
function joined(elements: readonly (string | Buffer)[]): Buffer {
  const parts = elements.flatMap((json, index) => [
    index === 0 ? BEGIN : COMMA,
    typeof json === 'string' ? Buffer.from(json) : json,
  ]);
  return Buffer.concat([...parts, END]);
}

/** What is not a list. */
function shapeBody(content: Content, embedded: Embedded | undefined, fields?: ReadonlySet<string>): unknown {
  if (content instanceof Item) {
    const linked = itemJson(fields ? new Item(pick(content.members, fields), content.links) : content);
    const embeds = embedded?.get(content);
    return orEmptyList(embeds ? { ...linked, _embedded: embeds } : linked);
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
  const embeds = embedded?.get(element);
  return orEmptyList(embeds && (!fields || fields.has('_links')) ? { ...json, _embedded: embeds } : json);
}
